import type { JsonSchema } from './open-api-types.js';

/** Collects named schemas, so that a document contains each of them once. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #texts = new Map<string, string>();

  /** Adds a schema and returns a reference to it. A different schema of the same name gets a number. */
  add(title: string, schema: JsonSchema): JsonSchema {
    const name = safeName(title);
    const text = JSON.stringify(schema);
    let unique = name;
    for (let count = 2; this.#isOther(unique, text); count += 1) unique = `${name}${count}`;
    this.#texts.set(unique, text);
    this.#schemas.set(unique, schema);
    return reference(unique);
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  #isOther(name: string, text: string): boolean {
    const known = this.#texts.get(name);
    return known !== undefined && known !== text;
  }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** With the characters that the name of a component may have, and the id of an operation in any URL. */
export function safeName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_');
}
