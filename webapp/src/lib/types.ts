// The one table of entity types: how each is written in addresses, badges and sentences, and how it looks. A new type is a row here;
// the compiler then asks for its drawing (ui/Icon.tsx) and its covers (compositions.ts). The server's half is internal/mention/type.go.

type Row = {
  type: string
  /** names a tab or filter */ label: string
  /** inside sentences */ singular: string
  /** inside sentences */ plural: string
  /** another word for it, which addresses use instead, and its label beside that */
  other?: { type: string; label: string }
  /** chooses it on a keyboard: its first letter that no other type has */ key: string
  /** of its name and badges, in both themes; contrast is tested in tokens.test.ts */
  light: string
  dark: string
  /** degrees in oklch that its covers are taken from; in their middle is its color */
  hues: readonly [from: number, to: number]
}

const rows = [
  {
    type: 'book',
    label: 'Books',
    singular: 'book',
    plural: 'books',
    key: 'b',
    light: '#8a4b08',
    dark: '#e6b06a',
    hues: [30, 98],
  },
  {
    type: 'product',
    label: 'Products',
    singular: 'product',
    plural: 'products',
    key: 'd',
    light: '#0b6273',
    dark: '#78c8d8',
    hues: [194, 236],
  },
  {
    type: 'person',
    label: 'People',
    singular: 'person',
    plural: 'people',
    key: 'p',
    light: '#1d6846',
    dark: '#84cfa8',
    hues: [140, 178],
  },
  {
    type: 'company',
    label: 'Companies',
    singular: 'company',
    plural: 'companies',
    other: { type: 'organization', label: 'Organizations' },
    key: 'c',
    light: '#3c4fa0',
    dark: '#a9b6f5',
    hues: [256, 292],
  },
  {
    type: 'location',
    label: 'Locations',
    singular: 'location',
    plural: 'locations',
    key: 'l',
    light: '#566310',
    dark: '#c0cb6f',
    hues: [102, 132],
  },
  {
    type: 'concept',
    label: 'Concepts',
    singular: 'concept',
    plural: 'concepts',
    key: 'o',
    light: '#7d3a86',
    dark: '#dba6e2',
    hues: [304, 340],
  },
  {
    type: 'sponsor',
    label: 'Sponsors',
    singular: 'sponsor',
    plural: 'sponsors',
    key: 's',
    light: '#a82a5c',
    dark: '#f59bbd',
    hues: [-12, 20],
  },
] as const satisfies readonly Row[]

export type EntityType = (typeof rows)[number]['type']

export type TypeRow = Row & { type: EntityType }

/** In the order of the product's tabs. */
export const entityTypes: readonly TypeRow[] = rows

/** What selects of types offer where an address is chosen. */
export const typeChoices = entityTypes.map(t => ({ value: t.other?.type ?? t.type, label: t.other?.label ?? t.label }))

/** The word for a type in addresses; none for no type. */
export const typeChoice = (type: EntityType | undefined) =>
  typeChoices.find(t => entityType(t.value) === type)?.value ?? ''

/** Reads a type from an address or an answer; `organization` is another name of company. Unknown: undefined. */
export function entityType(text: string | null | undefined): EntityType | undefined {
  return entityTypes.find(t => t.type === text || t.other?.type === text)?.type
}

/** The words of a type; an unknown one is shown as it was sent. */
export function typeWords(type: string): { label: string; singular: string; plural: string } {
  const known = entityType(type)
  return entityTypes.find(t => t.type === known) ?? { label: type, singular: type, plural: type }
}
