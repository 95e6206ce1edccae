/** A remark of a conversion to a person; a subject is a class or a method, or none. */
export type Remark = readonly [subject: string, text: string];

/** The lines of remarks: what is said of several subjects is one line. */
export function joinRemarks(remarks: readonly Remark[]): readonly string[] {
  const subjects = new Map<string, Set<string>>();
  for (const [subject, text] of remarks) {
    const known = subjects.get(text) ?? new Set();
    // A remark on all files comes behind those on the last one.
    if (subject === '') subjects.delete(text);
    subjects.set(text, subject === '' ? known : known.add(subject));
  }
  return [...subjects].map(([text, named]) =>
    named.size === 0 ? text : `${[...named].join(', ')}: ${text}`,
  );
}
