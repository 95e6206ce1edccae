import type { ValueClassReader } from '../../routes/declaration/route-declaration.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import { extendsMadeClass } from '../classes/heritage.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { isValueClass } from '../syntax/our-decorators.js';
import { createTypeScope } from '../types/type-scope.js';
import type { ParameterReading } from './read-parameter.js';
import { readProperties } from './read-value-class.js';

type Properties = readonly ParameterDeclaration[];

/** Gives the rules the properties of the value classes of a program; each class is read once. */
export function valueClassReader(view: ProjectView): ValueClassReader {
  const known = new Map<unknown, Properties | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, propertiesOf(ref as ts.Symbol, view));
    return known.get(ref);
  };
}

/**
 * The properties of a class that is checked at startup: it is compiled already, or its properties have
 * decorators of another package. Until then it passes as a class with one property.
 */
const CHECKED_AT_STARTUP: Properties = [
  {
    index: 0,
    filledByNest: false,
    statesInjection: false,
    signature: { name: 'property', type: { kind: 'string' } },
  },
];

function propertiesOf(
  { valueDeclaration: node }: ts.Symbol,
  view: ProjectView,
): Properties | undefined {
  if (node === undefined || !ts.isClassLike(node) || node.getSourceFile().isDeclarationFile) {
    return CHECKED_AT_STARTUP;
  }
  view.visit(node);
  const properties = readProperties(node, createTypeScope(view, node));
  // `PartialType(CreateDto)` and the like have properties that no class in the source declares.
  const isMade = extendsMadeClass(node, view);
  if (isValueClass(node, view)) {
    return isMade && properties.length === 0 ? CHECKED_AT_STARTUP : declarationsOf(properties);
  }
  return isMade || properties.some(isDecorated) ? CHECKED_AT_STARTUP : undefined;
}

function isDecorated({ node }: ParameterReading): boolean {
  return ts.canHaveDecorators(node) && ts.getDecorators(node) !== undefined;
}

/** The properties that could be read; the others have diagnostics in their own file. */
function declarationsOf(properties: readonly ParameterReading[]): Properties {
  const readable = properties.flatMap(({ rejection, source }) =>
    rejection === undefined && (source.signature ?? source.options) !== undefined ? [source] : [],
  );
  return readable.length === 0 && properties.length > 0 ? CHECKED_AT_STARTUP : readable;
}
