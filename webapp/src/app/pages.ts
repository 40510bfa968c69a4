import type { ComponentType } from 'react'
import type { IconName } from '@/ui/Icon'

/** Who may open a page. Of the others, visitors are asked to sign in where an account is enough; else the page does not exist. */
export type Who = 'everybody' | 'account' | 'moderators' | 'admins'

/** One page of the product. */
export type PageEntry = {
  /** The pattern of its address, as the server has it too (apiserver/spa/pages.go). lib/paths.ts builds addresses of it. */
  path: string
  /** Its module: fetched when the page is opened, and none of its code before. */
  load: () => Promise<{ Component: ComponentType }>
  /** Everybody, unless it says something else. */
  who?: Who
  /** It uses antd: it then stands below antd's layout, so that no other page loads that. */
  antd?: true
  /** What the navigation in the head calls it; the order there is the order here. */
  nav?: string
  /** Its place in the navigation of the administration; the order in a group is the order here. */
  admin?: { group: AdminGroup; label: string; icon: IconName }
}

/** The groups of the administration's navigation, in their order. */
export const adminGroups = ['Overview', 'Work', 'Directory', 'Accounts'] as const
type AdminGroup = (typeof adminGroups)[number]

/** All pages except "/", which has two faces (Start.tsx). */
export const pages: readonly PageEntry[] = [
  { path: '/directory', load: () => import('@/pages/Directory'), nav: 'Directory' },
  { path: '/channels', load: () => import('@/pages/Channels'), nav: 'Channels' },
  { path: '/concepts', load: () => import('@/pages/Concepts'), nav: 'Concepts' },
  { path: '/books', load: () => import('@/pages/Books'), nav: 'Books' },
  { path: '/products', load: () => import('@/pages/Products'), nav: 'Products' },
  { path: '/people', load: () => import('@/pages/People'), nav: 'People' },
  { path: '/locations', load: () => import('@/pages/Locations'), nav: 'Locations' },
  { path: '/episode/:id', load: () => import('@/pages/Episode') },
  { path: '/entity/:id/:slug?', load: () => import('@/pages/Entity') },
  { path: '/channel/:channelId', load: () => import('@/pages/Channel') },
  { path: '/profile/:userId', load: () => import('@/pages/PublicProfile') },
  { path: '/search', load: () => import('@/pages/Search') },
  { path: '/about', load: () => import('@/pages/About') },
  { path: '/privacy', load: () => import('@/pages/Privacy') },
  { path: '/terms', load: () => import('@/pages/Terms') },
  { path: '/transcript/:videoId', load: () => import('@/pages/Transcript'), who: 'account' },
  { path: '/profile', load: () => import('@/pages/Profile'), who: 'account' },
  { path: '/jobs', load: () => import('@/pages/Jobs'), who: 'account' },
  { path: '/jobs/:id', load: () => import('@/pages/Job'), who: 'account' },
  {
    path: '/admin',
    load: () => import('@/pages/Admin'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Overview', label: 'Dashboard', icon: 'shield' },
  },
  {
    path: '/admin/trends',
    load: () => import('@/pages/AdminTrends'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Overview', label: 'Trends', icon: 'chart' },
  },
  {
    path: '/admin/workflows',
    load: () => import('@/pages/AdminWorkflows'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Work', label: 'Workflows', icon: 'list' },
  },
  { path: '/admin/workflows/:id', load: () => import('@/pages/AdminWorkflow'), who: 'moderators', antd: true },
  {
    path: '/admin/queues',
    load: () => import('@/pages/AdminQueues'),
    who: 'admins',
    antd: true,
    admin: { group: 'Work', label: 'Queues', icon: 'layers' },
  },
  {
    path: '/admin/batch',
    load: () => import('@/pages/AdminBatch'),
    who: 'admins',
    antd: true,
    admin: { group: 'Work', label: 'Batch', icon: 'copy' },
  },
  {
    path: '/admin/schedules',
    load: () => import('@/pages/AdminSchedules'),
    who: 'admins',
    antd: true,
    admin: { group: 'Work', label: 'Schedules', icon: 'calendar' },
  },
  {
    path: '/admin/data-quality',
    load: () => import('@/pages/AdminDataQuality'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Directory', label: 'Data Quality', icon: 'check' },
  },
  {
    path: '/admin/review',
    load: () => import('@/pages/AdminReview'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Directory', label: 'Review', icon: 'flag' },
  },
  {
    path: '/admin/uploads',
    load: () => import('@/pages/AdminUploads'),
    who: 'moderators',
    antd: true,
    admin: { group: 'Directory', label: 'Uploads', icon: 'upload' },
  },
  {
    path: '/admin/eval',
    load: () => import('@/pages/AdminEval'),
    who: 'admins',
    antd: true,
    admin: { group: 'Directory', label: 'Evaluation', icon: 'eye' },
  },
  {
    path: '/admin/costs',
    load: () => import('@/pages/AdminCosts'),
    who: 'admins',
    antd: true,
    admin: { group: 'Accounts', label: 'Costs', icon: 'coins' },
  },
  {
    path: '/admin/audit',
    load: () => import('@/pages/AdminAudit'),
    who: 'admins',
    antd: true,
    admin: { group: 'Accounts', label: 'Audit', icon: 'book' },
  },
]
