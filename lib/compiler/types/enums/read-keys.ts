import { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { enumType } from './enum-type.js';
import type { TypeScope } from '../type-reader.js';
import { accept, type TypeReading } from '../type-reading.js';

/** Reads `keyof T`: the names of its properties, in the order of their declarations. */
export function readKeys(node: ts.TypeOperatorNode, { view }: TypeScope): TypeReading {
  const { checker } = view;
  const type = checker.getTypeFromTypeNode(node.type);
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return reject('RR2004', node);
  type.getSymbol()?.declarations?.forEach(view.visit);
  const isOpen = checker.getIndexInfosOfType(type).length > 0;
  const keys = enumType(checker.getPropertiesOfType(type).map(({ name }) => name));
  return keys === undefined || isOpen ? reject('RR2001', node) : accept(keys);
}
