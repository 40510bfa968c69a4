import { StyleProvider } from '@ant-design/cssinjs'
import { App, ConfigProvider, theme as antdTheme } from 'antd'
import { Outlet } from 'react-router'
import { nonce } from '@/lib/nonce'
import { useTheme } from '@/lib/theme'
import { dark, fonts, light, mix } from '@/lib/tokens'

/** A lazy route without an address: pages below it may use antd, which here wears our colors and fonts. */
export function Component() {
  const theme = useTheme()
  const c = theme === 'dark' ? dark : light
  return (
    <ConfigProvider
      csp={{ nonce }}
      theme={{
        cssVar: { key: 'm' },
        hashed: false,
        algorithm: theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
        token: {
          colorPrimary: c.accent,
          colorInfo: c.accent,
          colorLink: c.accent,
          colorError: c.bad,
          colorSuccess: c.good,
          colorWarning: c.warn,
          colorTextLightSolid: c.onAccent,
          colorBgBase: c.paper,
          colorBgContainer: c.raised,
          colorBgElevated: c.raised,
          colorTextBase: c.ink,
          colorText: c.ink,
          colorTextSecondary: c.muted,
          colorTextTertiary: c.muted,
          colorTextPlaceholder: c.muted,
          colorTextDescription: c.muted,
          colorIcon: c.muted,
          colorBorder: c.edge,
          colorBorderSecondary: c.line,
          colorSplit: c.line,
          fontFamily: fonts.sans,
          fontSize: 15,
          borderRadius: 6,
          controlHeight: 36,
          wireframe: false,
        },
        components: {
          Table: {
            headerBg: c.sunken,
            headerColor: c.muted,
            rowHoverBg: c.sunken,
            rowSelectedBg: c.mark,
            rowSelectedHoverBg: c.mark,
          },
          // antd derives a muddy one from the dark yellow that words need.
          Alert: { colorWarningBg: mix(c.warn, c.raised, 0.12) },
          Tabs: { titleFontSize: 15 },
          Segmented: { trackBg: c.sunken, itemSelectedBg: c.raised, itemColor: c.muted },
        },
      }}
    >
      {/* In a layer of their own, so that the product's words for links and lists hold inside antd's App too (base.css). */}
      <StyleProvider layer>
        <App message={{ maxCount: 1 }}>
          <Outlet />
        </App>
      </StyleProvider>
    </ConfigProvider>
  )
}
