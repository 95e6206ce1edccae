import type {
  WrittenController,
  WrittenMethod,
  WrittenParameter,
  WrittenRoute,
} from './arbitrary-declaration.js';

const HEAD = `import { Module } from '@nestjs/common';
import {
  Cache, Callback, Capability, ListOf, Param, PublicAccess, RestController, RestRequest, RestRoute,
  UploadedFile, type int,
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
    permission.kind === 'callback'
      ? [
          `  static ${nameOfCallback(at, index)}(${parametersText(permission.parameters)}) { return true; }`,
        ]
      : [],
  );
  return `${cache}${routes.join('\n')}
  ${nameOfMethod(at)}(${parametersText(method.parameters)}) {}
${callbacks.join('\n')}`;
}

function routeArguments({ path, methods, permission }: WrittenRoute, callback: string): string {
  const head = `${JSON.stringify(path)}, ${JSON.stringify(methods)}`;
  switch (permission.kind) {
    case 'none':
      return head;
    case 'public':
      return `${head}, new PublicAccess()`;
    case 'capability':
      return `${head}, new Capability(${JSON.stringify(permission.name)})`;
    case 'callback':
      return `${head}, new Callback(${callback})`;
  }
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
