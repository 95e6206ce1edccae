/**
 * The relations in the header `Link`.
 *
 * @see RFC 8288 3
 */
export function linkRelations(headers: Headers): ReadonlySet<string> {
  const links = (headers.get('link') ?? '').split('<').slice(1);
  return new Set(links.flatMap(relationsIn));
}

/** `https://example.com/>; rel="next prev"; title="…"`, without the `<`. */
function relationsIn(link: string): readonly string[] {
  const parameters = link
    .slice(link.indexOf('>') + 1)
    .split(';')
    .map((parameter) => parameter.trim());
  const relation = parameters.find((parameter) => /^rel *=/i.test(parameter)) ?? '';
  const value = relation.slice(relation.indexOf('=') + 1).replaceAll(/["',]/g, ' ');
  return value.split(' ').filter((one) => one !== '');
}
