import { isNamespace } from '../../model/paths/namespace.js';
import type { ControllerRule } from '../rule.js';

/** A controller has a namespace. Only the boot knows it: modules and `package.json` state it. */
export const namespaceRule: ControllerRule = ({ readers: { namespace } }) => {
  if (namespace === undefined || isNamespace(namespace.value)) return [];
  const text = JSON.stringify(namespace.value) ?? 'none';
  const received = namespace.origin === undefined ? text : `${text} (${namespace.origin})`;
  return [{ code: 'RR1025', expected: 'a namespace such as "acme"', received }];
};
