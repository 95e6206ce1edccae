import type { Hydration } from '../../model/checked/checked-parameter.js';
import {
  defaultOf,
  isRequiredBy,
  limitsIn,
  nameOf,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import { declaredType } from '../../model/declaration/type-of-parameter.js';
import { isStandardSchema } from '../../model/types/standard-schema.js';
import {
  isTypeDiagnostic,
  propertySchema,
  schemaOfType,
  withSchema,
  type ObjectSchemaMaker,
  type TypeDiagnostic,
  type TypeSchema,
} from '../../model/types/type-schema.js';
import { checkSchema } from '../../schema/check-schema.js';
import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { misplacedFileOptions } from './check-file-options.js';
import { conflictDetails, optionDetails } from './parameter-finding.js';

/** The schemas of the properties of an object, and the parts of them that become objects of a class. */
export interface PropertySchemas {
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly hydrations: readonly Hydration[];
}

/** Makes the schemas of the properties of a class or an object, or says why there is none. */
export function propertySchemas(
  sources: readonly ParameterDeclaration[],
  ownerName: string | undefined,
  objectSchema: ObjectSchemaMaker,
): PropertySchemas | TypeDiagnostic {
  const properties: [string, PropertySchema][] = [];
  const hydrations: Hydration[] = [];
  for (const source of sources) {
    const made = checkProperty(source, ownerName, objectSchema);
    if (isTypeDiagnostic(made)) return made;
    properties.push([nameOf(source) ?? '', made.schema]);
    hydrations.push(...made.hydrations);
  }
  return { properties: Object.fromEntries(properties), hydrations };
}

/** A Standard Schema validates a whole argument: it cannot be a part of another schema. */
const STANDARD: TypeDiagnostic = {
  code: 'RR1006',
  expected: 'a schema as data, or the Standard Schema on the whole argument',
  received: 'a Standard Schema',
};

function checkProperty(
  source: ParameterDeclaration,
  ownerName: string | undefined,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const conflict = conflictDetails(source);
  if (conflict !== undefined) return inProperty(conflict, ownerName, source);
  const [misplaced] = misplacedFileOptions(source);
  if (misplaced !== undefined) return inProperty(misplaced, ownerName, source);
  if (isStandardSchema(source.options?.schema)) return inProperty(STANDARD, ownerName, source);
  const type = declaredType(source);
  if (type === undefined || nameOf(source) === undefined) {
    const expected = `a signature or @Param({ type }) on ${displayProperty(ownerName, source)}`;
    return { code: 'RR1016', expected, received: 'neither', properties: [nameOfProperty(source)] };
  }
  const made = 'code' in type ? type : schemaOfType(type, objectSchema);
  const limited = isTypeDiagnostic(made) ? made : withLimits(made, source);
  return isTypeDiagnostic(limited) ? inProperty(limited, ownerName, source) : limited;
}

function withLimits(made: TypeSchema, source: ParameterDeclaration): TypeSchema | TypeDiagnostic {
  const limited = mergeObjects(made.schema, limitsIn(source), descriptionOf(source));
  const schema = propertySchema(limited, isRequiredBy(source), defaultOf(source));
  const [wrong] = checkSchema(schema);
  return wrong === undefined
    ? withSchema(made, schema)
    : optionDetails(wrong, source.options?.schema !== undefined);
}

function descriptionOf({
  options,
  signature,
}: ParameterDeclaration): Pick<ValueSchema, 'description'> | undefined {
  const description = options?.description ?? signature?.description;
  return description === undefined ? undefined : { description };
}

/** The same diagnostic, seen from the object around the property. */
function inProperty(
  diagnostic: TypeDiagnostic,
  ownerName: string | undefined,
  source: ParameterDeclaration,
): TypeDiagnostic {
  return {
    ...diagnostic,
    received: `${diagnostic.received} (${displayProperty(ownerName, source)})`,
    properties: [nameOfProperty(source), ...(diagnostic.properties ?? [])],
  };
}

function displayProperty(ownerName: string | undefined, source: ParameterDeclaration): string {
  const name = nameOfProperty(source);
  return ownerName === undefined ? name : `${ownerName}.${name}`;
}

function nameOfProperty(source: ParameterDeclaration): string {
  return nameOf(source) ?? `property ${source.index + 1}`;
}
