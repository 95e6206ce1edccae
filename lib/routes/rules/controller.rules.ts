import { isPathTemplate, isNamespace } from '../paths/path-pattern.js';
import type { ControllerRule, Finding, SignatureFact, RouteRule } from '../rule.js';
import { SIGNATURE_FORMAT } from '../../types/method-signature.js';
import { returnedShape } from '../returned-shape.js';

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

/** A version is path segments without a slash at either end; empty where the paths have none. */
export const versionRule: ControllerRule = ({ controller: { version } }) => {
  if (version === undefined || version === '' || VERSION.test(version)) return [];
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

/**
 * A batch can call the route: it has a method that a batch may use, and returns its response. Only
 * startup knows the latter, from the metadata of Nest's parameter decorators.
 */
export const batchRule: RouteRule = ({ route, readers: { respondsItself } }) => {
  if (route.options.batch !== true) return [];
  const { methods, methodName } = route;
  if (methods.length > 0 && methods.every((method) => method === 'GET')) {
    return [finding('RR1032', 'POST, PUT, PATCH or DELETE', 'only GET')];
  }
  if (respondsItself?.(methodName) !== true) return [];
  return [finding('RR1032', 'a method that returns its response', '@Res()')];
};

/** A route that sends declared responses has a return type that says what leaves. */
export const declaredResponseRule: RouteRule = ({ route, readers }) => {
  const { responses } = route.options;
  if (responses === undefined || responses === 'returned') return [];
  if (responses !== 'declared') {
    return [finding('RR1036', "'declared' or 'returned'", JSON.stringify(responses))];
  }
  if (readers.respondsItself?.(route.methodName) === true) {
    return [finding('RR1036', 'a method that returns its response', '@Res()')];
  }
  const expected = 'a return type that says which properties leave';
  const type = route.documentation?.returns;
  if (type === undefined) return [finding('RR1036', expected, 'no return type')];
  const [first] = returnedShape(type, readers.properties).unstated;
  if (first === undefined) return [];
  const { path, text } = first;
  return [finding('RR1036', expected, path === '' ? text : `${text} (${path})`)];
};

function finding(code: 'RR1032' | 'RR1036', expected: string, received: string): Finding {
  return { code, part: { kind: 'options' }, expected, received };
}
