import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { Rejection } from '../syntax/rejection.js';

/** A type that could be read. `optional`: the type allows `undefined`. */
export interface AcceptedType {
  readonly type: TypeSignature;
  readonly optional?: true;
}

/** The result of reading a type. */
export type TypeReading = AcceptedType | Rejection;

export function accept(type: TypeSignature): AcceptedType {
  return { type };
}

/** Adds the `null` and the `undefined` of a union to its other members. */
export function withAbsence(
  { type, optional }: AcceptedType,
  isNullable: boolean,
  isOptional: boolean,
): AcceptedType {
  const present: TypeSignature = isNullable ? { ...type, nullable: true } : type;
  return isOptional || optional === true ? { type: present, optional: true } : { type: present };
}
