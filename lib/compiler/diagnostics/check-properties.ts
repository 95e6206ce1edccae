import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import { isTypeDiagnostic } from '../../model/types/type-schema.js';
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
  const checked = checkValueClass(owner, reader);
  if (!isTypeDiagnostic(checked)) return [];
  const aspect = checked.aspect ?? aspectOf(checked.code);
  const part = propertyPart(property.signature.name, aspect);
  const diagnostic = diagnosticAt({ className: owner.name, part }, checked);
  return [ruleDiagnostic(diagnostic, parameterNode(property, aspect))];
}
