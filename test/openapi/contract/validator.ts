import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { follow, type Schema } from './document.js';
import { FileValue } from './request.js';

/** What a file of a form is to JSON Schema; a text of the same place is no file. */
const FILE = '\0file';

/** Validates values against the schemas of a document: JSON Schema 2020-12, formats included. */
export class DocumentValidator {
  readonly #ajv = new Ajv2020({ strict: false, logger: false, multipleOfPrecision: 9 });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(readonly document: OpenApiDocument) {
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('binary', (text: string) => text === FILE);
    this.#ajv.addSchema({ $id: 'openapi', components: document.components });
  }

  isValid(schema: Schema, value: unknown): boolean {
    return this.#validate(schema)(withFiles(value));
  }

  /** Why a value is invalid. */
  reasons(schema: Schema, value: unknown): readonly string[] {
    const validate = this.#validate(schema);
    if (validate(withFiles(value))) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
    );
  }

  /** The schema itself, where it is a reference what that leads to; annotations beside it count. */
  follow(schema: Schema): Schema {
    if (typeof schema['$ref'] !== 'string') return schema;
    const { $ref, ...beside } = schema;
    return { ...follow<Schema>(this.document, { $ref }), ...beside };
  }

  #validate(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const known = this.#compiled.get(text);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, compiled);
    return compiled;
  }
}

function withFiles(value: unknown): unknown {
  if (value instanceof FileValue) return FILE;
  if (Array.isArray(value)) return value.map(withFiles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFiles(one)]));
}
