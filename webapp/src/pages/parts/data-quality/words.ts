const matches: Record<string, string> = {
  exact: 'Same name',
  alias: 'Another name',
  authority: 'Same catalog entry',
  similar: 'Similar name',
  heard: 'Sounds alike',
}

/** How two entities were found to be alike. */
export const matchWords = (matchType: string) => matches[matchType] ?? matchType

const fields: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  author: 'Author',
  company: 'Company',
  country: 'Country',
  title: 'Role',
  field: 'Field',
  category: 'Category',
  links: 'Links',
  locks: 'Locked',
  type: 'Type',
  into: 'Into',
  names: 'Names',
  mentions: 'Mentions',
  shown: 'Shown',
  url: 'Link',
  decision: 'Decision',
}

/** What people call a field of an entity, or of a change. */
export const fieldWords = (field: string) => fields[field] ?? field

/** The fields that a moderator may edit, in the order of the form. */
export const editable = ['description', 'author', 'company', 'country', 'title', 'field', 'category'] as const
