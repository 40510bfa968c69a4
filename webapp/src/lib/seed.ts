/** A number from a text, the same on every machine (FNV-1a over code points of the NFC form); never 0. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5
  for (const character of text.normalize('NFC')) {
    h ^= character.codePointAt(0)!
    h = Math.imul(h, 0x01000193) >>> 0
  }
  // FNV alone leaves names that differ in their last letter close together; this spreads them.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0 || 1
}

/** Repeatable choices that follow from one seed (xorshift32). */
export type Chance = {
  /** A whole number from low to high, both included. */
  whole: (low: number, high: number) => number
  /** A number from low up to high. */
  between: (low: number, high: number) => number
  /** One of the given things. */
  pick: <T>(things: readonly [T, ...T[]]) => T
  /** True in the given share of cases. */
  chance: (share: number) => boolean
}

export function chanceOf(seed: number): Chance {
  let s = seed
  const next = () => {
    s ^= s << 13
    s >>>= 0
    s ^= s >>> 17
    s ^= s << 5
    s >>>= 0
    return s / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    between: (low, high) => low + next() * (high - low),
    pick: <T>(things: readonly [T, ...T[]]) => things[whole(0, things.length - 1)] ?? things[0],
    chance: share => next() < share,
  }
}
