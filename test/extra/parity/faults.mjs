/**
 * Faults that were in the library once, as replacements of its text: what a plain controller does and a route did not.
 * `planted.mjs` plants each of them alone.
 */
export const FAULTS = [
  {
    name: 'a thenable that a method returns is not awaited',
    file: 'lib/lifecycle/steps/invoke.step.ts',
    from: 'return isThenable(returned) || isObservable(returned);',
    to: 'return isOwnPromise(returned) || isObservable(returned);',
  },
  {
    name: 'the first value of an observable is sent, not the last',
    file: 'lib/lifecycle/steps/invoke.step.ts',
    from: '    this.release();\n    this.value = value;',
    to: '    this.release();\n    this.value ??= value;',
  },
  {
    name: 'interceptors do not find the status of @HttpCode',
    file: 'lib/lifecycle/request-context.ts',
    from: '    this.exchange.node.statusCode = status;\n    this.#shownStatus = status;\n    this.#hasDefaults = true;',
    to: '    this.#shownStatus = status;\n    this.#hasDefaults = true;',
  },
  {
    name: 'arguments are read from the URL after a guard has replaced the query on Express',
    file: 'lib/platform/express/exchange.ts',
    from: 'return this.#hasOwnQuery ? parametersOf(this.raw.query) : parsed;',
    to: 'return parsed;',
  },
  {
    name: 'results on Express are sent without res.json',
    file: 'lib/platform/express/exchange.ts',
    from: `return type.startsWith('application/json')
    ? adapter.reply(response, data, status)
    : response.status(status).json(data);`,
    to: 'return response.status(status).send(JSON.stringify(data));',
  },
  {
    name: 'hooks of Fastify get the text of data',
    file: 'lib/platform/fastify/exchange.ts',
    from: 'return reply.send(isValue ? data : textOfData(data));',
    to: 'return reply.send(textOfData(data));',
  },
  {
    name: 'the filters of the application come before those of the method',
    file: 'lib/nest/enhancers/route-filters.ts',
    from: '      inquirer,\n    ).reverse();',
    to: '      inquirer,\n    );',
  },
  {
    name: 'the logger gets the text of an error, not the error',
    file: 'lib/shared/report-error.ts',
    from: 'logger[level](loggable(error));',
    to: 'logger[level](logError(error));',
  },
  {
    name: 'guards do not find the placeholders of the path',
    file: 'lib/platform/express/exchange.ts',
    from: '  exposeParams(params: Params): void {\n    this.raw.params = params;',
    to: '  exposeParams(params: Params): void {\n    void params;',
  },
  {
    name: 'a guard that returns an observable admits everybody',
    file: 'lib/lifecycle/steps/guard.step.ts',
    from: 'return Boolean(isObservable(value) ? await lastValueFrom(value) : value);',
    to: 'return Boolean(value);',
  },
  {
    name: 'an error of a filter is not awaited',
    file: 'lib/nest/enhancers/route-filters.ts',
    from: 'const result = isOwnPromise(returned) ? await returned : returned;',
    to: 'const result: unknown = returned;',
  },
  {
    name: 'the headers of @Header come after the method',
    file: 'lib/lifecycle/request-context.ts',
    from: 'this.#hide = this.exchange.show(this.defaults.headers);',
    to: 'this.#hide = undefined;',
  },
  {
    name: 'a guard replaces the body, and the method gets that of the request',
    file: 'lib/lifecycle/request-context.ts',
    from: '    exchange.exposeParams(this.params);',
    to: '    exchange.exposeParams(this.params);\n    this.receive(exchange.body);',
  },
  {
    name: 'a guard changes the body in place, and the method gets that of the request',
    file: 'lib/lifecycle/request-context.ts',
    from: '    exchange.exposeParams(this.params);',
    to: '    exchange.exposeParams(this.params);\n    const early = exchange.body;\n    this.receive(early.kind === "rejected" ? early : { ...early, value: { ...early.value } });',
  },
];
