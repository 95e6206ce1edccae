/**
 * JSON values, each once: equal lists are one, and equal objects are one in whatever order their
 * properties came. Texts of lists and objects are kept apart from strings, which may look like them.
 */
export class JsonSet {
  private readonly scalars = new Set<unknown>();
  private readonly texts = new Set<string>();

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (isStructure(value)) this.texts.add(stableText(value));
      else this.scalars.add(value);
    }
  }

  /** Whether an equal value is in the set. */
  has(value: unknown): boolean {
    if (!isStructure(value)) return this.scalars.has(value);
    return this.texts.size > 0 && this.texts.has(stableText(value));
  }

  /** How many different values there are. */
  get size(): number {
    return this.scalars.size + this.texts.size;
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function stableText(value: object): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isStructure(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
