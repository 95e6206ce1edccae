import { lineageOf } from '../classes/heritage.js';
import { propertiesOf } from '../classes/value-properties.js';
import { ts } from '../program/typescript.js';
import { descriptionOf } from '../syntax/docstring.js';
import { reject, type Rejection } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reader.js';
import { classNameOf } from './controller-head.js';
import type { LocatedRejection } from './located-rejection.js';
import { readParameter, type ParameterReading } from './parameters/read-parameter.js';

/** A class with `@ValueClass` as the source declares it. */
export interface ValueClassReading {
  readonly node: ts.ClassLikeDeclaration;
  readonly className: string;
  readonly properties: readonly ParameterReading[];
  readonly rejections: readonly LocatedRejection[];
}

/** Reads the public properties of a class with `@ValueClass`. */
export function readValueClass(node: ts.ClassLikeDeclaration, scope: TypeScope): ValueClassReading {
  const className = classNameOf(node);
  const properties = readProperties(node, scope);
  const ofMembers = node.members.flatMap(rejectedMember);
  const rejections = [
    ...ofMembers.map((rejection) => ({ rejection, location: { className } })),
    ...properties.flatMap((property) => rejectedProperty(property, className)),
  ];
  return { node, className, properties, rejections };
}

/** Reads the public properties of a class, inherited ones included. */
export function readProperties(
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

function rejectedProperty(
  { rejection, signature: { name } }: ParameterReading,
  className: string,
): readonly LocatedRejection[] {
  const location = { className, part: { kind: 'property', name } } as const;
  return rejection === undefined ? [] : [{ rejection, location }];
}

/** Rejects index signatures and properties that are declared in the constructor. */
function rejectedMember(member: ts.ClassElement): readonly Rejection[] {
  if (ts.isIndexSignatureDeclaration(member)) return [reject('RR2016', member)];
  if (!ts.isConstructorDeclaration(member)) return [];
  return member.parameters
    .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
    .map((parameter) => reject('RR2018', parameter));
}
