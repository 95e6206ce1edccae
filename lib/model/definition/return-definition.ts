import type { ObjectSchemaMaker } from '../types/type-schema.js';
import { returnedSchema, type NamedSchema, type ReturnedType } from '../types/returned-type.js';
import type { RouteDeclaration } from '../declaration/route-declaration.js';

const OK = 200;
const NO_CONTENT = 204;
const NOTHING: ReadonlySet<string> = new Set(['void', 'undefined', 'never']);
const STREAM: ReadonlySet<string> = new Set(['StreamableFile']);

/** What a method returns, as far as its signature states it. For documents: no request needs it. */
export interface ReturnDefinition extends Pick<NamedSchema, 'names'> {
  /** `undefined` where nothing is returned. */
  readonly schema: NamedSchema['schema'] | undefined;
  /** `undefined` where the method may choose it in a `RestResponse`. */
  readonly status: number | undefined;
  readonly isStream: boolean;
}

/** `undefined` where no signature states what the method returns. */
export function compileReturn(
  { documentation, response }: RouteDeclaration,
  objectSchema: ObjectSchemaMaker,
): ReturnDefinition | undefined {
  const type = documentation?.returns;
  if (documentation === undefined || type === undefined) return undefined;
  const isNothing = isOpaque(type, NOTHING);
  const usual = isNothing ? NO_CONTENT : OK;
  const { schema, names } = returnedSchema(type, objectSchema);
  return Object.freeze({
    schema: isNothing ? undefined : schema,
    names,
    status: documentation.returnsResponse ? undefined : (response?.status ?? usual),
    isStream: isOpaque(type, STREAM),
  });
}

function isOpaque(type: ReturnedType, texts: ReadonlySet<string>): boolean {
  return type.kind === 'opaque' && texts.has(type.text);
}
