import type { ControllerRule } from '../rule.js';

const VERSION = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** A version is one or more path segments, without a slash at either end. */
export const versionRule: ControllerRule = ({ controller: { version } }) => {
  if (version === undefined || VERSION.test(version)) return [];
  const received = JSON.stringify(version);
  return [
    {
      code: 'RR1002',
      part: { kind: 'version' },
      expected: 'a version such as "v1"',
      received,
    },
  ];
};
