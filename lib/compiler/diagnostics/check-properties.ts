import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import { declaredType } from '../../model/declaration/type-of-parameter.js';
import { fileTypeOf } from '../../model/files/file-type.js';
import { isTypeDiagnostic, type TypeDiagnostic } from '../../model/types/type-schema.js';
import { checkFileArgument } from '../../rules/parameters/check-file-argument.js';
import { checkValueClass } from '../../rules/parameters/check-value-class.js';
import { aspectOf, propertyPart } from '../../rules/parameters/parameter-finding.js';
import type { ParameterReading } from '../declarations/parameters/read-parameter.js';
import type { ValueClassReading } from '../declarations/read-value-class.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import type { ProjectView } from '../program/project-view.js';
import { parameterNode } from './diagnostic-node.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/** Checks the properties of a value class one by one, so that each diagnostic has its own place. */
export function checkProperties(
  { node, className, properties }: ValueClassReading,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const ref = node.name === undefined ? undefined : view.checker.getSymbolAtLocation(node.name);
  const readOther = valueClassReader(view);
  return properties
    .filter(({ rejection, source }) => rejection === undefined && source.signature !== undefined)
    .flatMap((property) => {
      const reader: ValueClassReader = (handle) =>
        handle.ref === ref ? [property.source] : readOther(handle);
      return checkProperty(property, { name: className, ref }, reader);
    });
}

function checkProperty(
  property: ParameterReading,
  owner: ClassHandle,
  reader: ValueClassReader,
): readonly SourceDiagnostic[] {
  const checked = wrongWith(property, owner, reader);
  if (checked === undefined) return [];
  const aspect = checked.aspect ?? aspectOf(checked.code);
  const part = propertyPart(property.signature.name, aspect);
  const diagnostic = diagnosticAt({ className: owner.name, part }, checked);
  return [ruleDiagnostic(diagnostic, parameterNode(property, aspect))];
}

/** A file may be a property of an `@Arguments()` parameter: where the class is used decides that. */
function wrongWith(
  { source, signature }: ParameterReading,
  owner: ClassHandle,
  reader: ValueClassReader,
): TypeDiagnostic | undefined {
  const type = declaredType(source);
  const file = type === undefined || 'code' in type ? undefined : fileTypeOf(type);
  if (file === undefined) {
    const made = checkValueClass(owner, reader);
    return isTypeDiagnostic(made) ? made : undefined;
  }
  const checked = checkFileArgument(source, signature.name, file);
  return Array.isArray(checked) ? checked[0] : undefined;
}
