// A report that is being written while somebody signs in: kept by the tab, so that nothing of it is lost on the way.

/** What can be reported. */
export type ReportItem = { itemType: 'episode' | 'entity' | 'mention'; itemId: number }

export type ReportDraft = ReportItem & { reason: string; text: string }

const key = 'report-draft'

/** Keeps a draft. Without storage it is lost. */
export function keepDraft(draft: ReportDraft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is switched off or full.
  }
}

/** The draft about a thing, if that is what was being written; it is handed over once. */
export function takeDraft(item: ReportItem): ReportDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as ReportDraft | null
    if (draft?.itemType !== item.itemType || draft.itemId !== item.itemId) return undefined
    sessionStorage.removeItem(key)
    return { ...item, reason: draft.reason, text: draft.text }
  } catch {
    return undefined
  }
}
