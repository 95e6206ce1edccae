/** A text to insert at a place of another. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Inserts texts, and nothing else: what a person wrote stays as it is, its line endings included. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let result = '';
  let last = 0;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(last, at) + inserted.replaceAll(/\r?\n/g, lineEnd);
    last = at;
  }
  return result + text.slice(last);
}
