import type { HeaderLine } from '../../caching/entries/entry.js';

type Headers = Readonly<Record<string, unknown>>;

/** The headers that a handler has set on its response. */
export interface OwnHeaders {
  readonly lines: readonly HeaderLine[];
  /** Whether a header was set while the handler ran. */
  readonly hasChanged: boolean;
  /** The names of headers of others that the handler has changed or removed. */
  readonly replaced: readonly string[];
}

/**
 * The headers that belong to a handler: those of `@Header`, and those that were set while it ran. All others
 * are of one request, as CORS and request ids are, and are not stored.
 *
 * @param declared The names of `@Header`, in lower case.
 */
export function ownHeadersOf(
  before: Headers,
  after: Headers,
  declared: ReadonlySet<string>,
): OwnHeaders {
  const lines: HeaderLine[] = [];
  const replaced = Object.keys(before).filter((name) => !(name in after));
  let hasChanged = replaced.length > 0;
  for (const [name, value] of Object.entries(after)) {
    const known = before[name];
    const isChanged = String(known) !== String(value);
    hasChanged ||= isChanged;
    if (declared.has(name) || (isChanged && known === undefined))
      lines.push(...linesOf(name, value));
    else if (isChanged && name === 'vary') lines.push([name, addedNames(known, value)]);
    else if (isChanged) replaced.push(name);
  }
  return { lines, hasChanged, replaced };
}

function linesOf(name: string, value: unknown): readonly HeaderLine[] {
  return [value].flat().map((line) => [name, String(line)] as const);
}

/** The names of `Vary` that the handler has added to those of others. */
function addedNames(known: unknown, value: unknown): string {
  const others = new Set(namesIn(String(known).toLowerCase()));
  const added = namesIn(String(value)).filter((name) => !others.has(name.toLowerCase()));
  return added.join(', ');
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}
