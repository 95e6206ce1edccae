/** Appends a link to the `Link` header, separated by a comma. */
export function appendLink(others: string | string[] | undefined, link: string): string {
  return others === undefined ? link : `${[others].flat().join(', ')}, ${link}`;
}
