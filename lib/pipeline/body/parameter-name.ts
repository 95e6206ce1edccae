import { MalformedParameters } from './malformed-parameters.js';

/** The default of PHP's `max_input_nesting_level`. */
const MAXIMUM_DEPTH = 64;

/**
 * `a[b][]` → `a`, `b`, ''. A name that begins with a bracket names nothing.
 *
 * @throws MalformedParameters beyond 64 levels.
 */
export function keysOf(name: string): readonly string[] | undefined {
  const open = name.indexOf('[');
  if (name === '' || open === 0) return undefined;
  if (open === -1) return [plainName(name)];
  const keys = [plainName(name.slice(0, open))];
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at);
    // A bracket that is never closed is part of the name.
    if (close === -1) return keys.length === 1 ? [`${keys[0]}_${name.slice(at + 1)}`] : keys;
    keys.push(name.slice(at + 1, close));
    if (keys.length > MAXIMUM_DEPTH)
      throw new MalformedParameters(`more than ${MAXIMUM_DEPTH} levels`);
    at = close + 1;
  }
  return keys;
}

/** Replaces spaces and dots, as PHP does for names of variables. */
function plainName(name: string): string {
  return /[ .]/.test(name) ? name.replace(/[ .]/g, '_') : name;
}
