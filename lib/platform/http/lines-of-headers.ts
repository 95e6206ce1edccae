/** The lines of a header as Node keeps it. */
export function linesOf(value: number | string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}
