import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { CurieOptions, LinkOptions } from '../../nest/options/option-groups.js';

/** A compact name that is checked and compiled. */
export interface Curie {
  readonly entry: CurieOptions & { readonly templated: true };
  readonly before: string;
  readonly after: string;
}

const PLACE = '{rel}';

/** WordPress's own name; it comes after those of the application. */
const WORDPRESS: CurieOptions = { name: 'wp', href: 'https://api.w.org/{rel}' };

/**
 * Checks compact names and adds WordPress's.
 *
 * @throws InvalidArgumentException on a name with white space or a colon, or a URL without one `{rel}`.
 */
function compileCuries(stated: readonly CurieOptions[]): readonly Curie[] {
  return [...stated, WORDPRESS].map(compileCurie);
}

function compileCurie({ name, href }: CurieOptions): Curie {
  const [before = '', after, ...more] = String(href).split(PLACE);
  if (!/^[^\s:]+$/.test(name) || before === '' || after === undefined || more.length > 0) {
    throw new InvalidArgumentException(
      `RestModule: links.curies has { name, href } with one {rel} in href, such as { name: 'acme', href: 'https://example.com/rels/{rel}' }, not ${JSON.stringify({ name, href })}.`,
    );
  }
  return { entry: { name, href, templated: true }, before, after };
}

/** The compact form of a relation; `undefined` if it has none. @see WordPress, `get_compact_response_links` */
export function compactName(rel: string, { entry, before, after }: Curie): string | undefined {
  if (!rel.startsWith(before)) return undefined;
  const end = after === '' ? rel.length : rel.lastIndexOf(after);
  return end > before.length ? `${entry.name}:${rel.slice(before.length, end)}` : undefined;
}

/** The settings of links; compiled at startup. */
export interface LinkSettings {
  readonly curies: readonly Curie[];
  readonly hasTargetHints: boolean;
}

/** @throws InvalidArgumentException on a compact name that is not valid. */
export function compileLinks({
  curies = [],
  targetHints = false,
  inFields = 'always',
}: LinkOptions): LinkSettings {
  if (!['always', 'named'].includes(inFields)) {
    throw new InvalidArgumentException(
      `RestModule: links.inFields is 'always' or 'named', not ${JSON.stringify(inFields)}.`,
    );
  }
  return { curies: compileCuries(curies), hasTargetHints: targetHints };
}
