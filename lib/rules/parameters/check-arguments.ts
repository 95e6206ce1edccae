import type { CheckedArgument, CheckedArguments } from '../../model/checked-parameter.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import {
  nameOf,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import { declaredType } from '../../model/declaration/type-of-parameter.js';
import type { ClassHandle, DeclaredType } from '../../model/types/declared-type.js';
import { nameOfType } from '../../model/types/type-name.js';
import type { TypeDiagnostic } from '../../model/types/type-schema.js';
import { checkArgument } from './check-argument.js';
import { declareProperty } from './check-value-class.js';
import { conflictDetails } from './parameter-finding.js';

/** What an `@Arguments()` parameter holds. */
interface Members {
  readonly sources: readonly ParameterDeclaration[];
  readonly into?: ClassHandle;
}

/** Makes an argument of each property of an `@Arguments()` parameter. */
export function checkArguments(
  source: ParameterDeclaration,
  type: DeclaredType,
  readers: ClassReaders,
): CheckedArguments | TypeDiagnostic[] {
  const found = membersOf(type, readers);
  if ('code' in found) return [found];
  const members: CheckedArgument[] = [];
  const wrong: TypeDiagnostic[] = [];
  for (const property of found.sources) {
    const checked = checkMember({ ...property, index: source.index }, readers);
    if (Array.isArray(checked)) wrong.push(...checked);
    else members.push(checked);
  }
  if (wrong.length > 0) return wrong;
  const { index } = source;
  const { into } = found;
  return { kind: 'arguments', index, members, ...(into === undefined ? {} : { into }) };
}

/** The declarations of the arguments that a parameter stands for. */
export function argumentSources(
  source: ParameterDeclaration,
  readers: ClassReaders,
): readonly ParameterDeclaration[] {
  if (source.takesArguments !== true) return [source];
  const type = declaredType(source);
  const found = type === undefined || 'code' in type ? undefined : membersOf(type, readers);
  return found === undefined || 'code' in found ? [] : found.sources;
}

function membersOf(type: DeclaredType, { properties }: ClassReaders): Members | TypeDiagnostic {
  if (type.nullable === true) return notArguments(nameOfType(type));
  if (type.kind === 'object') {
    const { properties: declared = [], additional } = type;
    const isList = declared.length > 0 && additional === undefined;
    return isList ? { sources: declared.map(declareProperty) } : notArguments(nameOfType(type));
  }
  if (type.kind !== 'class') return notArguments(nameOfType(type));
  const sources = properties(type.handle) ?? [];
  if (sources.length > 0) return { sources, into: type.handle };
  const received = type.handle.name;
  return { code: 'RR1020', expected: 'a class with declared properties', received };
}

function notArguments(received: string): TypeDiagnostic {
  const expected = 'an interface, a type literal or a value class, with known properties';
  return { code: 'RR1028', expected, received };
}

function checkMember(
  source: ParameterDeclaration,
  readers: ClassReaders,
): CheckedArgument | TypeDiagnostic[] {
  const name = nameOf(source);
  const type = declaredType(source);
  if (name === undefined || type === undefined) {
    const expected = `a signature or @Param({ type }) on ${name ?? 'each property'}`;
    return [{ code: 'RR1016', expected, received: 'neither' }];
  }
  const conflict = conflictDetails(source);
  if (conflict !== undefined) return [inMember(conflict, name)];
  const checked = 'code' in type ? [type] : checkArgument(source, name, type, readers);
  return Array.isArray(checked) ? checked.map((one) => inMember(one, name)) : checked;
}

/** The same diagnostic, seen from the parameter. */
function inMember(diagnostic: TypeDiagnostic, name: string): TypeDiagnostic {
  const { received, properties = [] } = diagnostic;
  return { ...diagnostic, received: `${received} (${name})`, properties: [name, ...properties] };
}
