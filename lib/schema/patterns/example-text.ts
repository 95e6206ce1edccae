import {
  parsePattern,
  PatternSyntaxError,
  type CharacterClass,
  type PatternNode,
} from './parse-pattern.js';

/** The characters that an example prefers. */
const PREFERRED = ['a', 'A', '1', '0', '-', '_', ' '];

const ASCII = 128;

/** How often parts are repeated beyond their minimum, until an example is long enough. */
const REPETITIONS = [0, 1, 2, 4, 8, 16, 32, 64];

/** The limits of a text beside its pattern. */
interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * A text that a pattern matches, within the limits of its length. `undefined` if none is found: the pattern may have
 * lookarounds, or conditions that are not tried.
 *
 * @param preferred The text itself, if it matches.
 */
export function textOfPattern(
  pattern: string,
  { minLength = 0, maxLength = Infinity }: TextLimits = {},
  preferred?: string,
): string | undefined {
  const expression = compiled(pattern);
  if (expression === undefined) return undefined;
  const fits = (text: string | undefined): boolean => {
    if (text === undefined || text === '' || !expression.test(text)) return false;
    return text.length >= minLength && text.length <= maxLength;
  };
  if (fits(preferred)) return preferred;
  const node = parsed(pattern);
  return node && REPETITIONS.map((more) => textOf(node, more)).find(fits);
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined; // a pattern of another dialect
  }
}

function parsed(pattern: string): PatternNode<CharacterClass> | undefined {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof PatternSyntaxError) return undefined;
    throw error;
  }
}

function textOf(node: PatternNode<CharacterClass>, more: number): string | undefined {
  switch (node.kind) {
    case 'assertion':
      return '';
    case 'characters':
      return characterOf(node.set);
    case 'choice':
      return node.options.map((one) => textOf(one, more)).find((text) => text !== undefined);
    case 'sequence':
      return joined(node.parts.map((part) => textOf(part, more)));
    case 'repetition': {
      const count = Math.min(node.maximum, node.minimum + more, REPETITIONS.length * 8);
      return joined(Array.from({ length: count }, () => textOf(node.part, more > 1 ? 1 : more)));
    }
  }
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('');
}

function characterOf({ has, ascii }: CharacterClass): string | undefined {
  const preferred = PREFERRED.find(has);
  if (preferred !== undefined) return preferred;
  const code = Array.from({ length: ASCII }, (_, at) => at).find((at) => at > 32 && ascii[at]);
  return code === undefined ? undefined : String.fromCharCode(code);
}
