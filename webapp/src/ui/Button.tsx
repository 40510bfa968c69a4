import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '@/lib/classes'
import { Icon, type IconName } from './Icon'
import './Button.css'

type ButtonLook = {
  /** primary: the one thing to do here; secondary: outlined; quiet: text only; danger: takes something away */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: IconName
  /** Shows the icon alone; `children` is then what it is called. */
  iconOnly?: boolean
  /** Fills the icon, for example a heart that is set. */
  iconFill?: boolean
  children: ReactNode
}

const classes = ({ look = 'secondary', size = 'normal', iconOnly }: ButtonLook, more?: string) =>
  cx('button', `button-${look}`, size !== 'normal' && `button-${size}`, iconOnly && 'button-icon', more)

function Inside({ icon, iconOnly, iconFill = false, children }: ButtonLook) {
  return (
    <>
      {icon && <Icon name={icon} fill={iconFill} />}
      {iconOnly ? <span className="visually-hidden">{children}</span> : <span>{children}</span>}
    </>
  )
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children'> & {
    /** Shows that the press is being worked on, and takes no other; the focus stays on it. */
    busy?: boolean
  }

/** A busy button also sends no form. */
const ignore = (press: MouseEvent) => press.preventDefault()

export function Button({
  look,
  size,
  icon,
  iconOnly,
  iconFill,
  busy = false,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const own: ButtonLook = {
    children,
    ...(look && { look }),
    ...(size && { size }),
    ...(icon && { icon }),
    ...(iconOnly && { iconOnly }),
    ...(iconFill && { iconFill }),
  }
  return (
    <button
      {...rest}
      type={type}
      className={classes(own, cx(busy && 'button-busy', className))}
      {...(iconOnly && typeof children === 'string' && { title: children })}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={busy ? ignore : onClick}
    >
      <Inside {...own} />
    </button>
  )
}

type LinkButtonProps = ButtonLook & { className?: string } & (
    | { /** a page of the application */ to: string; href?: never }
    | {
        /** an address the server answers itself, opened by full navigation */ href: string
        to?: never
        /** what is done before it is opened */ onClick?: () => void
      }
  )

/** A link that looks like a button. */
export function LinkButton({ className, ...props }: LinkButtonProps) {
  const { to, href, ...own } = props
  const title = own.iconOnly && typeof own.children === 'string' ? { title: own.children } : {}
  return to === undefined ? (
    <a href={href} className={classes(own, className)} {...title} {...('onClick' in own && { onClick: own.onClick })}>
      <Inside {...own} />
    </a>
  ) : (
    <Link to={to} className={classes(own, className)} {...title}>
      <Inside {...own} />
    </Link>
  )
}
