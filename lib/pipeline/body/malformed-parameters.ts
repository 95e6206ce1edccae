/** Why a text of parameters was rejected. */
export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters';
}

/** The default of PHP's `max_input_vars`, on which WordPress runs. */
export const MAXIMUM_PARAMETERS = 1000;

export function tooMany(limit = MAXIMUM_PARAMETERS): MalformedParameters {
  return new MalformedParameters(`more than ${limit} parameters`);
}

/** Decodes a name or a value: `+` is a space. */
export function decodeParameter(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new MalformedParameters('malformed percent-encoding');
  }
}
