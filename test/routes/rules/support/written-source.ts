import type {
  WrittenController,
  WrittenMethod,
  WrittenParameter,
  WrittenPermission,
  WrittenRoute,
} from './arbitrary-declaration.js';

const HEAD = `import { Module } from '@nestjs/common';
import {
  Cache, Callback, Capability, ListOf, Param, PublicAccess, RestController, RestRequest, RestRoute,
  UploadedFile, allOf, anyOf, type int,
} from 'nestjs-rest-routes';
`;

/** The names of what is declared, the same in the source and in the classes made from data. */
export const nameOfController = (index: number): string => `Controller${index}`;
export const nameOfMethod = (index: number): string => `method${index}`;
export const nameOfCallback = (method: number, route: number): string => `may${method}_${route}`;

/** The source text of one module with its controllers. */
export function sourceOf(controllers: readonly WrittenController[]): string {
  const names = controllers.map((_, index) => nameOfController(index));
  const classes = controllers.map((one, index) => classText(one, index));
  return `${HEAD}${classes.join('\n')}
@Module({ providers: [${names.join(', ')}] })
export class WrittenModule {}
`;
}

function classText({ version, base, methods }: WrittenController, index: number): string {
  const name = nameOfController(index);
  const members = methods.map((method, at) => methodText(method, at, name));
  return `@RestController(${JSON.stringify(version)}, ${JSON.stringify(base)})
export class ${name} {
${members.join('\n')}
}`;
}

function methodText(method: WrittenMethod, at: number, className: string): string {
  const cache = method.cache === undefined ? '' : `  @Cache(${JSON.stringify(method.cache)})\n`;
  const routes = method.routes.map(
    (route, index) =>
      `  @RestRoute(${routeArguments(route, `${className}.${nameOfCallback(at, index)}`)})`,
  );
  const callbacks = method.routes.flatMap(({ permission }, index) =>
    callbackTexts(permission, nameOfCallback(at, index)),
  );
  return `${cache}${routes.join('\n')}
  ${nameOfMethod(at)}(${parametersText(method.parameters)}) {}
${callbacks.join('\n')}`;
}

function routeArguments({ path, methods, permission }: WrittenRoute, callback: string): string {
  const head = `${JSON.stringify(path)}, ${JSON.stringify(methods)}`;
  return permission.kind === 'none' ? head : `${head}, ${permissionText(permission, callback)}`;
}

function permissionText(permission: WrittenPermission, callback: string): string {
  switch (permission.kind) {
    case 'none':
      return 'undefined';
    case 'public':
      return 'new PublicAccess()';
    case 'capability':
      return `new Capability(${JSON.stringify(permission.name)})`;
    case 'callback':
      return `new Callback(${callback})`;
    case 'allOf':
    case 'anyOf':
      return `${permission.kind}(${permission.parts.map((part, at) => permissionText(part, `${callback}_${at}`)).join(', ')})`;
  }
}

function callbackTexts(permission: WrittenPermission, name: string): readonly string[] {
  if ('parts' in permission) {
    return permission.parts.flatMap((part, at) => callbackTexts(part, `${name}_${at}`));
  }
  return permission.kind === 'callback'
    ? [`  static ${name}(${parametersText(permission.parameters)}) { return true; }`]
    : [];
}

function parametersText(parameters: readonly WrittenParameter[]): string {
  return parameters.map(parameterText).join(', ');
}

function parameterText(parameter: WrittenParameter): string {
  const { name, type, isOptional, param, listOf } = parameter;
  const decorators = [
    ...(param === undefined ? [] : [`@Param(${JSON.stringify(param)})`]),
    ...(listOf === undefined
      ? []
      : [`@ListOf(${listOf.map((one) => JSON.stringify(one)).join(', ')})`]),
  ];
  const mark = isOptional && parameter.default === undefined ? '?' : '';
  const value = parameter.default === undefined ? '' : ` = ${JSON.stringify(parameter.default)}`;
  return [...decorators, `${name}${mark}: ${type}${value}`].join(' ');
}
