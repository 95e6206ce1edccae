import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import { checkValueClass } from '../../rules/parameters/check-value-class.js';
import { aspectOf, propertyPart } from '../../rules/parameters/parameter-finding.js';
import { isTypeDiagnostic } from '../../model/types/type-schema.js';
import { createTypeScope } from '../types/type-scope.js';
import { descriptionOf } from '../syntax/docstring.js';
import { parameterNode } from '../diagnostics/diagnostic-node.js';
import { lineageOf } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import type { ReadParts } from '../signatures/read-class.js';
import { readParameter, type ParameterReading } from './parameters/read-parameter.js';
import {
  rejectionDiagnostic,
  ruleDiagnostic,
  type SourceDiagnostic,
} from '../diagnostics/source-diagnostic.js';
import { ts } from '../program/typescript.js';
import { reject } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reader.js';
import { propertiesOf } from '../classes/value-properties.js';
import { decoratorsNamed } from '../syntax/our-decorators.js';

/** Reads the public properties of a class with `@ValueClass`. */
export function readValueClass(node: ts.ClassLikeDeclaration, scope: TypeScope): ReadParts {
  const properties = readProperties(node, scope);
  const className = node.name?.text ?? 'default';
  const rejections = properties.flatMap(({ rejection, signature }) =>
    rejection === undefined
      ? []
      : [
          rejectionDiagnostic(rejection, {
            className,
            part: { kind: 'property', name: signature.name },
          }),
        ],
  );
  return {
    parts: { properties: properties.map(({ signature }) => signature) },
    diagnostics: [
      ...unnamedDiagnostics(node, className),
      ...rejections,
      ...ruleDiagnostics(node, className, properties, scope.view),
    ],
  };
}

/** Tells the rules what the properties of a class are. */
export function valueClassReader(view: ProjectView): ValueClassReader {
  const known = new Map<unknown, readonly ParameterDeclaration[] | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, sourcesOf(ref as ts.Symbol, view));
    return known.get(ref);
  };
}

/**
 * A class whose properties are described by somebody else's decorators, or that is compiled already,
 * is known at boot alone. Here it passes as a class with some property.
 */
const JUDGED_AT_BOOT: readonly ParameterDeclaration[] = [
  {
    index: 0,
    filledByNest: false,
    statesInjection: false,
    signature: { name: 'property', type: { kind: 'string' } },
  },
];

function sourcesOf(
  symbol: ts.Symbol,
  view: ProjectView,
): readonly ParameterDeclaration[] | undefined {
  const node = symbol.valueDeclaration;
  if (node === undefined || !ts.isClassLike(node) || node.getSourceFile().isDeclarationFile) {
    return JUDGED_AT_BOOT;
  }
  view.visit(node);
  const scope = createTypeScope(view, node);
  const isMarked = decoratorsNamed('ValueClass', node, view).length > 0;
  const properties = readProperties(node, scope);
  if (isMarked) return readable(properties);
  return properties.some(({ node: property }) => ts.getDecorators(property as never) !== undefined)
    ? JUDGED_AT_BOOT
    : undefined;
}

function readable(properties: readonly ParameterReading[]): readonly ParameterDeclaration[] {
  const sources = properties.flatMap(({ rejection, source }) =>
    rejection === undefined && (source.signature ?? source.options) !== undefined ? [source] : [],
  );
  return sources.length < properties.length && sources.length === 0 ? JUDGED_AT_BOOT : sources;
}

function readProperties(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): readonly ParameterReading[] {
  return propertiesOf(lineageOf(node, scope.view)).map(({ node: property, typeArguments }, index) =>
    readParameter(property, {
      index,
      scope: { ...scope, typeArguments },
      description: descriptionOf(property),
    }),
  );
}

/** Each property is checked alone, so that its diagnostic is told at its own place. */
function ruleDiagnostics(
  node: ts.ClassLikeDeclaration,
  className: string,
  properties: readonly ParameterReading[],
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const ref = node.name === undefined ? undefined : view.checker.getSymbolAtLocation(node.name);
  const self: ClassHandle = { name: className, ref };
  const readOther = valueClassReader(view);
  return properties.flatMap((property) => {
    if (property.rejection !== undefined || property.source.signature === undefined) return [];
    const checked = checkValueClass(self, (asked) =>
      asked.ref === ref ? [property.source] : readOther(asked),
    );
    if (!isTypeDiagnostic(checked)) return [];
    const aspect = checked.aspect ?? aspectOf(checked.code);
    const part = propertyPart(property.signature.name, aspect);
    const diagnostic = diagnosticAt({ className, part }, checked);
    return [ruleDiagnostic(diagnostic, parameterNode(property, aspect))];
  });
}

function unnamedDiagnostics(
  node: ts.ClassLikeDeclaration,
  className: string,
): readonly SourceDiagnostic[] {
  return node.members.flatMap((member) => {
    if (ts.isIndexSignatureDeclaration(member)) {
      return [rejectionDiagnostic(reject('RR2016', member), { className })];
    }
    if (!ts.isConstructorDeclaration(member)) return [];
    return member.parameters
      .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
      .map((parameter) => rejectionDiagnostic(reject('RR2018', parameter), { className }));
  });
}
