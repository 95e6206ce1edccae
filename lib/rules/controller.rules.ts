import { isPathTemplate, isNamespace } from '../model/paths/path-pattern.js';
import type { ControllerRule, Finding, SignatureFact, RouteRule } from './rule.js';
import { SIGNATURE_FORMAT } from '../model/signature/method-signature.js';

/** A controller has a namespace. Only the boot knows it: modules and `package.json` state it. */
export const namespaceRule: ControllerRule = ({ readers: { namespace } }) => {
  if (namespace === undefined || isNamespace(namespace.value)) return [];
  const text = JSON.stringify(namespace.value) ?? 'none';
  const received = namespace.origin === undefined ? text : `${text} (${namespace.origin})`;
  return [{ code: 'RR1025', expected: 'a namespace such as "acme"', received }];
};

/**
 * A signature has a format that this version reads, and its compiler found nothing wrong. Only the
 * boot knows it: the compiler that writes a signature reports its own diagnostics.
 */
export const signatureRule: ControllerRule = ({ readers: { signature } }) =>
  checkSignature(signature);

/** The same for a class that may be no controller of the library. */
export function checkSignature(signature: SignatureFact | undefined): readonly Finding[] {
  if (signature === undefined) return [];
  const { format, diagnostics } = signature;
  if (format !== SIGNATURE_FORMAT) {
    const expected = `format ${SIGNATURE_FORMAT}`;
    return [{ code: 'RR1017', expected, received: `format ${String(format)}` }];
  }
  return diagnostics.map((received) => ({
    code: 'RR1027',
    expected: 'a source without diagnostics',
    received,
  }));
}

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

/** What is wrong with a route in a class without `@RestController`. */
export const NO_CONTROLLER: Finding = {
  code: 'RR1007',
  expected: '@RestController on the class',
  received: 'none',
};

/** A route belongs to a class with `@RestController`. */
export const controllerRule: RouteRule = ({ controller }) =>
  controller.version === undefined ? [NO_CONTROLLER] : [];
