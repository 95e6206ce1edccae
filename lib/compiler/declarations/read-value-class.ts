import { declaredTypeOf } from '../classes/class-references.js';
import { lineageOf, propertiesOf, type Ancestor, type ValueProperty } from '../classes/lineage.js';
import { readDecoratorOptions } from './read-decorator-options.js';
import { readParameter, type ParameterReading } from './read-parameter.js';
import { ts } from '../program/typescript.js';
import {
  parameterNode,
  rejectionDiagnostic,
  ruleDiagnostic,
  type SignaturePart,
  type SourceDiagnostic,
} from '../source-diagnostic.js';
import { decoratorsOf, isValueClass } from '../syntax/decorators.js';
import { hasLimitTags, misplacedTag, strayTag } from '../tags/doc-comments.js';
import { classNameOf } from '../syntax/nodes.js';
import { isRejection, reject, type LocatedRejection, type Rejection } from '../syntax/rejection.js';
import { reachesLimits } from '../types/lost-limits.js';
import { membersOf } from '../types/objects/members.js';
import { sourcesOf } from '../program/property-sources.js';
import { readProperty } from '../types/objects/read-object.js';
import { originOf } from '../types/type-origin.js';
import type { TypeScope } from '../types/type-reading.js';
import { intersectTyped, isLost } from '../types/union-of.js';
import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import { declaredType } from '../../routes/declaration/parameter-declaration.js';
import type { ClassReaders, ValueClassReader } from '../../routes/declaration/route-declaration.js';
import { joinLimits, limitsOf } from '../../routes/declaration/type-by-hand.js';
import { checkFileArgument } from '../../routes/rules/check-file-argument.js';
import { checkValueClass } from '../../routes/rules/check-value-class.js';
import { aspectOf, propertyPart } from '../../routes/rules/parameter-finding.js';
import { mergeObjects } from '../../shared/records.js';
import { isTypeDiagnostic, type TypeDiagnostic } from '../../types/type-schema.js';
import { isFileType, type ClassHandle, type PropertySignature } from '../../types/type.js';

/** `undefined` for any other class. */
export function valueClassPart(
  node: ts.ClassLikeDeclaration,
  readers: ClassReaders,
  scope: TypeScope,
): SignaturePart | undefined {
  const { view } = scope;
  if (!isValueClass(node, view)) return undefined;
  const className = classNameOf(node);
  const ref = node.name === undefined ? undefined : view.checker.getSymbolAtLocation(node.name);
  const properties = readProperties(node, scope);
  const ofClass = hasLimitTags(node) ? [misplacedTag(node)] : [];
  const stray = lineageOf(node, view).flatMap((one) => strayTag(one.node) ?? []);
  const ofMembers = [...ofClass, ...stray, ...node.members.flatMap(rejectedMember)];
  const rejections = [
    ...ofMembers.map((rejection) => ({ rejection, location: { className } })),
    ...properties.flatMap((property) => rejectedProperty(property, className)),
  ];
  return {
    signature: { properties: properties.map(({ signature }) => signature) },
    diagnostics: [
      ...rejections.map(rejectionDiagnostic),
      ...properties.flatMap((one) => checkProperty(one, { name: className, ref }, readers)),
    ],
  };
}

/** Checks one property of a value class, so that its diagnostic has its own place. */
function checkProperty(
  property: ParameterReading,
  owner: ClassHandle,
  readers: ClassReaders,
): readonly SourceDiagnostic[] {
  const { rejection, source, signature } = property;
  if (rejection !== undefined || source.signature === undefined) return [];
  const checked = wrongWith(property, owner, (handle) =>
    handle.ref === owner.ref ? [source] : readers.properties(handle),
  );
  if (checked === undefined) return [];
  const aspect = checked.aspect ?? aspectOf(checked.code);
  const part = propertyPart(signature.name, aspect);
  const diagnostic = diagnosticAt({ className: owner.name, part }, checked);
  return [ruleDiagnostic(diagnostic, parameterNode(property, aspect))];
}

/** A file may be a property of an `@Arguments()` parameter, so the check is where the class is used. */
function wrongWith(
  { source, signature }: ParameterReading,
  owner: ClassHandle,
  reader: ValueClassReader,
): TypeDiagnostic | undefined {
  const type = declaredType(source);
  if (type === undefined || 'code' in type || !isFileType(type)) {
    const made = checkValueClass(owner, reader);
    return isTypeDiagnostic(made) ? made : undefined;
  }
  const checked = checkFileArgument(source, signature.name, type);
  return Array.isArray(checked) ? checked[0] : undefined;
}

/** Inherited ones included. */
export function readProperties(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): readonly ParameterReading[] {
  const lineage = lineageOf(node, scope.view);
  return propertiesOf(lineage).map((property, index) => {
    const readOne = (one: ValueProperty): ParameterReading =>
      readParameter(one.node, index, { ...scope, typeArguments: one.typeArguments });
    const reading = readOne(property);
    const overridden = property.overridden.map(readOne);
    const bases: readonly BaseProperty[] = [...overridden, ...promised(reading, lineage, scope)];
    const whole = bases.reduce<ParameterReading>(
      (all, base) => withBase(all, base, scope),
      reading,
    );
    const missing = whole.rejection ?? missingLimits(whole, lineage, scope);
    return missing === undefined ? whole : { ...whole, rejection: missing };
  });
}

/** The limits that a class which this one implements, directly or by a helper, states in decorators. */
function missingLimits(
  { node, signature: { name, type, limits }, source, decorators }: ParameterReading,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): Rejection | undefined {
  const { checker } = scope.view;
  const own = readDecoratorOptions(decorators, scope);
  const stated = { ...limits, ...type.keywords, ...source.inherited, [type.kind]: true };
  const known = new Set([...own.names, ...Object.keys(stated)]);
  const implemented = lineage.flatMap((one) =>
    implementedBy(one.node).flatMap((clause) => {
      const of = checker.getTypeFromTypeNode(clause);
      const property = checker.getPropertyOfType(of, name);
      const sources = property && sourcesOf(of, property, checker)?.sources;
      return sources?.flatMap(({ declaration }) => declaration ?? []) ?? [];
    }),
  );
  for (const property of implemented.filter(ts.isPropertyDeclaration)) {
    scope.view.visit(property);
    const { names } = readDecoratorOptions(decoratorsOf(property, scope.view), scope);
    const missing = names.find((one) => !STATES_NO_LIMIT.has(one) && !known.has(one));
    if (missing === undefined) continue;
    const owner = ts.isClassLike(property.parent) ? classNameOf(property.parent) : '';
    return reject('RR2029', node, `${name} without ${missing} of ${owner}`);
  }
  return undefined;
}

/** The options of `@Param` that accept no fewer values than the type. */
const STATES_NO_LIMIT: ReadonlySet<string> = new Set([
  'name',
  'description',
  'default',
  'required',
  'inject',
  'type',
  'nullable',
  'patternIsTrusted',
]);

function implementedBy({
  heritageClauses,
}: ts.ClassLikeDeclaration): readonly ts.ExpressionWithTypeArguments[] {
  return (heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => [...types]);
}

/** The known parts of the same property of a base class, or of an interface that the class implements. */
type BaseProperty = Pick<ParameterReading, 'signature'> &
  Partial<Pick<ParameterReading, 'source' | 'rejection'>>;

function promised(
  reading: ParameterReading,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): readonly BaseProperty[] {
  const { name } = reading.signature;
  return lineage.flatMap(({ node, typeArguments }) => {
    return implementedBy(node).flatMap((type): readonly BaseProperty[] => {
      const property = promisedBy(type, name, {
        ...scope,
        typeArguments,
        numbered: [],
        count: { objects: 0, types: 0 },
      });
      if (property === undefined) return [];
      return isRejection(property)
        ? [{ signature: reading.signature, rejection: property }]
        : [{ signature: property }];
    });
  });
}

/** It need not be readable if it states no limits. */
function promisedBy(
  type: ts.ExpressionWithTypeArguments,
  name: string,
  scope: TypeScope,
): PropertySignature | Rejection | undefined {
  const { view } = scope;
  const { typeArguments, rejection } = originOf(type, scope.typeArguments, view);
  if (rejection?.rejected === 'RR2028') return rejection;
  const promise = view.checker.getTypeFromTypeNode(type);
  const lost = () => (reachesLimits(type, view, 'argument') ? reject('RR2027', type) : undefined);
  const members = membersOf(promise, type, view);
  if (isRejection(members)) return promise.getProperty(name) === undefined ? undefined : lost();
  const member = members.properties.get(name);
  const property = member && readProperty(member, type, { ...scope, typeArguments });
  if (property === undefined || !isRejection(property)) return property;
  return TAGS.has(property.rejected) ? property : lost();
}

function withBase(
  reading: ParameterReading,
  base: BaseProperty,
  { references }: TypeScope,
): ParameterReading {
  const { rejection } = base;
  if (reading.rejection !== undefined) return reading;
  if (rejection !== undefined && TAGS.has(rejection.rejected)) return { ...reading, rejection };
  const signature = intersectTyped(reading.signature, base.signature);
  if (isLost(signature)) {
    return { ...reading, rejection: reject('RR2026', reading.node, signature.lost) };
  }
  const { options, list } = base.source ?? {};
  const limits = mergeObjects(options === undefined ? {} : limitsOf(options), list?.limits);
  const joined = joinLimits(reading.source.inherited ?? {}, limits);
  const conflicts = [...(reading.source.conflicts ?? []), ...joined.conflicts];
  const { documented: _documented, ...own } = signature;
  const type = declaredTypeOf(own.type, references);
  const source = {
    ...reading.source,
    ...(reading.source.signature && { signature: { ...own, type } }),
    ...(Object.keys(joined.limits).length === 0 ? {} : { inherited: joined.limits }),
    ...(conflicts.length === 0 ? {} : { conflicts }),
  };
  return { ...reading, signature, source };
}

const TAGS: ReadonlySet<string> = new Set([
  'RR2022',
  'RR2023',
  'RR2026',
  'RR2027',
  'RR2028',
  'RR2030',
]);

function rejectedProperty(
  { rejection, signature: { name } }: ParameterReading,
  className: string,
): readonly LocatedRejection[] {
  const location = { className, part: { kind: 'property', name } } as const;
  return rejection === undefined ? [] : [{ rejection, location }];
}

/** Index signatures, and properties that are declared in the constructor. */
function rejectedMember(member: ts.ClassElement): readonly Rejection[] {
  if (ts.isIndexSignatureDeclaration(member)) return [reject('RR2016', member)];
  if (!ts.isConstructorDeclaration(member)) return [];
  return member.parameters
    .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
    .map((parameter) => reject('RR2018', parameter));
}
