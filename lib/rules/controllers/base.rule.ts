import { isPathTemplate } from '../../model/paths/path-template.js';
import type { ControllerRule } from '../rule.js';

/** The base of a controller follows the rules of paths. */
export const baseRule: ControllerRule = ({ controller: { version, base } }) => {
  if (version === undefined || isPathTemplate(base)) return [];
  return [
    {
      code: 'RR1001',
      part: { kind: 'base' },
      expected: 'an empty base or one that begins with "/"',
      received: JSON.stringify(base),
    },
  ];
};
