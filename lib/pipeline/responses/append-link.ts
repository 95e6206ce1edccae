/** One `Link` header for what may be several: a comma parts them. */
export function appendLink(others: string | string[] | undefined, link: string): string {
  return others === undefined ? link : `${[others].flat().join(', ')}, ${link}`;
}
