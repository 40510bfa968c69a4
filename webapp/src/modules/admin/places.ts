import { useOutletContext } from 'react-router'
import type { IconName } from '@/ui/Icon'

/** A page of the administration that opens for the person. */
export type AdminPlace = { path: string; label: string; icon: IconName }

/** The pages that open for the person, in the order of the navigation, which hands them over. */
export const useAdminPlaces = () => useOutletContext<readonly AdminPlace[] | undefined>() ?? []
