/**
 * Everything that can be wrong with a declaration. The compiler reports a diagnostic where the source
 * shows it; startup reports all of them, with the same codes.
 */
export const DIAGNOSTICS = {
  RR1001: {
    title: 'a path has a character or a form that is not allowed',
    remedy:
      'Write "" or segments such as "/items/{id}", of letters, digits, ". _ ~ -" and {name}; no segment may be empty.',
  },
  RR1002: {
    title: 'the version of a controller is not allowed',
    remedy: 'Write it like "v1": not empty, and without a slash at either end.',
  },
  RR1003: {
    title: 'a placeholder has no parameter',
    remedy:
      'Add a parameter of that name to the method, as in id: int, or remove the placeholder from the path. Write no @Param(name) of Nest: it does not read a placeholder of a route. For its limits, import @Param from nestjs-rest-routes.',
  },
  RR1004: {
    title: "a placeholder's parameter is optional",
    remedy: 'Remove the default, the "?" or the null: the path always has a value.',
  },
  RR1005: {
    title: "a placeholder's parameter has a type that a path cannot carry",
    remedy: 'Use int, string or an enum.',
  },
  RR1006: {
    title: 'an option of @Param or @ListOf does not fit the parameter',
    remedy: 'Remove the option, or change the type of the parameter.',
  },
  RR1007: {
    title: '@RestRoute is used in a class without @RestController',
    remedy:
      "Decorate the class with @RestController('v1', '/path'), in place of a @Controller. If it has that decorator, a class decorator above it returned a Proxy or another class: let it return a class that extends the one it is given.",
  },
  RR1008: {
    title: 'a permission is missing or incomplete',
    remedy:
      'State new PublicAccess(), new Capability(name) or new Callback(Class.method), or combine the last two by allOf(…) or anyOf(…), or new GuardedBy(Guard) if guards decide, as the third argument of @RestRoute, or of @RestController for all routes of the class.',
  },
  RR1009: {
    title: 'a callback is not a public static method',
    remedy: 'Pass a public static method of a class: new Callback(ItemsController.mayEdit).',
  },
  RR1010: {
    title: 'a callback has a parameter for an argument that the route does not have',
    remedy: 'Remove the parameter from the callback, or add it to the route.',
  },
  RR1011: {
    title: 'a callback gives an argument another type than the route does',
    remedy:
      'Give both parameters the same type: the same @Param({ schema }), if the parameter of the callback states one, or else unknown.',
  },
  RR1012: {
    title: '@Cache is used on a route that serves methods other than GET',
    remedy: 'Remove @Cache, or give GET a method of its own.',
  },
  RR1013: {
    title: 'the same path and method are declared twice',
    remedy:
      'Change the path or the method of one of the two. The names of placeholders do not distinguish paths: the second route would never be reached.',
  },
  RR1014: {
    title: 'a type cannot be expressed in a schema',
    remedy:
      'Use int, number, string, boolean, Date, an enum, an interface, a type literal, a Record, a @ValueClass(), unknown, or a list or a union of those; or state the schema: @Param({ schema }).',
  },
  RR1015: {
    title: 'a default is invalid by the schema of its own parameter',
    remedy: 'Change the default or the limits.',
  },
  RR1016: {
    title: 'a parameter has neither a signature nor a full declaration by hand',
    remedy:
      'Add the line that the toolchain needs (docs/toolchains.md), or declare the parameter by hand: @Param({ name, type }).',
  },
  RR1017: {
    title: 'a signature has a format that this version does not read',
    remedy: 'Build the application again with the plugin of the installed version.',
  },
  RR1018: {
    title: '@ListOf is used on a parameter that is not a list',
    remedy: 'Make the parameter an array, or remove @ListOf.',
  },
  RR1019: {
    title: 'a class cannot be injected',
    remedy:
      'If the class holds values, add @ValueClass() to it, and @Param() (an object), @Arguments() (an argument of each property) or @ListOf(TheClass) to the parameter. If it is a service, add @Injectable() to it and provide it in the module of the controller.',
  },
  RR1020: {
    title: 'a value class has no declared properties',
    remedy:
      'Mark the class with @ValueClass() and declare its properties (or decorate them with class-validator). The build of a package that contains such a class needs the plugin.',
  },
  RR1021: {
    title: 'two arguments have the same name',
    remedy:
      'Give one of them another name; the properties of an @Arguments() parameter are arguments too.',
  },
  RR1022: {
    title:
      'a cached method can read more of a request than its arguments, and does not state what its response varies by',
    remedy: "Add vary: 'none', 'user', { headers: […] } or a function to @Cache.",
  },
  RR1023: {
    title: 'a route has no HTTP method, or one that is unknown',
    remedy: 'Use HttpMethod.Get, Post, Put, Patch or Delete, or a list of them.',
  },
  RR1024: {
    title: 'a duration is invalid',
    remedy: "Write a string with a unit, at most a year: '500ms', '30s', '5m', '2h' or '1d'.",
  },
  RR1025: {
    title: 'the namespace is missing or not allowed',
    remedy:
      'Set RestModule.forRoot({ namespace: \'acme\' }), or "nestjs-rest-routes": { "namespace": "acme" } in package.json. With prefix: \'\', namespace: \'\' serves the routes at the paths of their classes.',
  },
  RR1026: {
    title: 'a decorator of Nest has no effect on this route',
    remedy: 'Return a RestResponse instead, or an EventStream instead of @Sse.',
  },
  RR1027: {
    title: 'the compiler reported a diagnostic but could not stop the build',
    remedy: 'Fix the source as the received text describes.',
  },
  RR1028: {
    title: 'the type of an @Arguments() parameter has no list of properties',
    remedy:
      'Make it an interface, a type literal or a value class, not nullable, or state the properties: @Arguments({ page: { type: "integer", default: 1 } }).',
  },
  RR1030: {
    title: 'the match of a placeholder cannot be used',
    remedy:
      'Write a regular expression of characters, classes, groups, choices and repetitions, for a placeholder of type string, integer or number that fills a segment of the path.',
  },
  RR1032: {
    title: '{ batch: true } is on a route that no batch can call',
    remedy:
      'Remove { batch: true }. A batch calls POST, PUT, PATCH and DELETE, and puts what the method returns into its own response.',
  },
  RR1033: {
    title: 'a file parameter is on a route that no request can send a file to',
    remedy: 'Serve POST, PUT or PATCH, or remove the parameter.',
  },
  RR1034: {
    title: "a method takes files both as UploadedFile and through Nest's file decorators",
    remedy:
      "Use one of them: parameters of the type UploadedFile, or Nest's interceptor with its decorators. Only one can read the body.",
  },
  RR1035: {
    title: 'a file is within another type',
    remedy:
      'Make the file a parameter of its own, or a property of the type of an @Arguments() parameter: UploadedFile, UploadedFile | null or UploadedFile[].',
  },
  RR1036: {
    title:
      "responses of a route is not valid, or is 'declared' and the return type does not state its properties",
    remedy:
      "State the return type, with the name and the type of each property (unknown for any value), or remove 'declared'. A method that returns any JSON states { schema }, in WordPress's dialect.",
  },
  RR1037: {
    title: 'tags or vary of @Cache take an argument that the method does not have',
    remedy: 'Use the names of the arguments of the method, or add the argument to it.',
  },
  RR1038: {
    title: 'an option of @RestRoute has an unknown name or value',
    remedy: 'Write one of the expected names or values, or remove the option.',
  },
  RR1039: {
    title: 'a schema has no type, so keywords in it limit nothing',
    remedy:
      'As on WordPress, a keyword applies to the values of a type. Add the type to the schema, at the expected place.',
  },
  RR1040: {
    title: 'a handler of a plain controller under PermissionGuard has no permission',
    remedy:
      'Until it has one, everyone gets 403. Add @RequirePermission(new PublicAccess()), new Capability(name) or new Callback(Class.method) to the method or its class.',
  },
  RR1041: {
    title: 'a handler of a plain controller has @Cache and is not inside of a RestCacheInterceptor',
    remedy:
      'It is not cached. Add @UseInterceptors(RestCacheInterceptor), or { provide: APP_INTERCEPTOR, useClass: RestCacheInterceptor } in a module, or remove @Cache.',
  },
  RR1042: {
    title: 'a handler of a plain controller has @Cache and does not return its response',
    remedy:
      'It is not cached. Return the response, with @Res({ passthrough: true }) for its headers, or remove @Cache.',
  },
  RR1043: {
    title: '@RequirePermission is on a handler that PermissionGuard does not guard',
    remedy:
      'The permission is not checked, unless a guard of your own checks it. Add @UseGuards(PermissionGuard), or { provide: APP_GUARD, useClass: PermissionGuard } in a module.',
  },
  RR1045: {
    title: 'the file of signatures is older than the source',
    remedy:
      'Run npx nestjs-rest-routes signatures (with --watch while you develop), and build again. A file that nest start --type-check writes is written by the next one.',
  },
  RR1046: {
    title: 'a decorator that the source has is lost when the application starts',
    remedy:
      'Another decorator, or code that changes the class, removed it, or the application has two copies of reflect-metadata. Move the decorator above the one that removes it, or remove that one.',
  },
  RR1047: {
    title: 'a decorator that the source does not show applies when the application starts',
    remedy:
      'Write the decorator on the method or the parameter itself, or compose it into a decorator that is written there.',
  },
  RR1048: {
    title: 'an override of a handler has no permission, and the method that it overrides has one',
    remedy:
      'Add @RequirePermission to the override, or to the class of the override. A method does not inherit the decorators of the method that it overrides.',
  },
  RR1049: {
    title: 'two decorators state different values of one option of a parameter or property',
    remedy: 'State each option once: join the two @Param, @ListOf or @Arguments.',
  },
  RR1050: {
    title:
      'limits of a parameter or property, which are stated in several places, cannot hold together',
    remedy:
      'State one pattern, one format or one multipleOf among @Param, the tags of the doc comment, the type alias and the property of the base class.',
  },
  RR1051: {
    title: 'a pattern may take too long on some texts',
    remedy:
      'Write the pattern without lookarounds and back references, and limit the length by maxLength instead of a long repetition. Set patternIsTrusted: true beside the pattern, in @Param or a schema, if you know that it is fast on every text.',
  },
  RR1056: {
    title:
      'a decorator of Nest has no effect, because a decorator above it has replaced the method',
    remedy:
      'Nest keeps it on the method. Write it above the decorator that replaces the method, or let that one copy the metadata of the method.',
  },
  RR1057: {
    title: 'a class with @RestController has neither a route nor a signature',
    remedy:
      'If a class decorator below @RestController returned another class, let it return a class that extends the one it is given: class extends target {}. Remove a controller without routes from its module.',
  },
  RR1058: {
    title: 'properties of a class of class-validator have no decorator',
    remedy:
      "ValidationPipe with whitelist removes such properties. Add a decorator of class-validator (@Allow() for any value), @Param or @ListOf, or state @ValueClass({ undecorated: 'ignore' }) (not an argument) or 'accept' (an argument).",
  },
  RR1059: {
    title: 'a handler of a plain controller gets the requests of a route',
    remedy:
      'Nest adds the handlers of plain controllers first, and a placeholder such as :id matches every text. Rewrite that handler as a route too, or write this one as a plain handler above it, or give one of them another path.',
  },
  RR1060: {
    title: 'middleware is bound to a route in a form that does not reach it',
    remedy:
      'Nest puts the global prefix before each path that middleware is bound to, and binds middleware of a controller to plain controllers only. Write the expected path, or exclude it in the same binding if the middleware is not for the route.',
  },
  RR1061: {
    title: 'the global prefix excludes a route of the library',
    remedy:
      "The route stays below the prefix, and only middleware would be without it. Remove the exclusion, or state where all routes are: RestModule.forRoot({ prefix: '' }) serves them without a prefix.",
  },
  RR1062: {
    title: 'the prefix of the routes has a character that is not allowed',
    remedy:
      "Write letters, digits and \". _ ~ - /\". A tenant belongs into the paths: beside setGlobalPrefix('api/:tenantId'), RestModule.forRoot({ prefix: '', namespace: 'api' }) and @RestController('', '/{tenantId}/items') serve /api/7/items.",
  },
  RR1063: {
    title: 'an application has more than one RestModule.forRoot()',
    remedy:
      'Keep the one of the root module. RestModule.forFeature({ namespace }) gives the controllers of another module a namespace of their own; without it they have that of the root module.',
  },
  RR1064: {
    title:
      'a cached method does not state what its response varies by, and interceptors may change the response',
    remedy:
      "Add vary: 'none', 'user', { headers: […] } or a function to @Cache. Or list what does the same for every request, by class or by the name shown: RestModule.forRoot({ cache: { uniform: [TheInterceptor] } }).",
  },
  RR1065: {
    title: 'a permission callback of a plain handler has a parameter for an argument',
    remedy:
      'A guard runs before the pipes that make the arguments of a plain handler. Declare a RestRequest parameter, and read request.params, request.query or request.body; or write the handler as a route, whose callback gets its arguments.',
  },
  RR1066: {
    title: 'a controller of routes has a permission that its routes do not check',
    remedy:
      'State the permission as the third argument of @RestRoute, or of @RestController for all routes of the class, and remove @RequirePermission and decorators composed of it: they are for handlers of plain controllers.',
  },
  RR1067: {
    title: 'a controller of routes has a decorator for handlers of Nest',
    remedy:
      'Remove the decorator. @RestController and @RestRoute serve the class, and the permission of a route is checked nowhere else. Write a plain handler or a message handler in a class of its own, with guards of its own; both classes may call one service.',
  },
  RR1068: {
    title: 'a pipe does not run on the arguments of a route',
    remedy:
      "The library validates arguments: state the rules in types, @Param or value classes, and forbidNonWhitelisted as forRoot({ unknownArguments: 'refuse' }). Change values in the method, or take them by @Body() or @Query(), on which pipes run (docs/lifecycle.md).",
  },
  RR1069: {
    title:
      'nothing serves a controller of routes, because the application does not import RestModule',
    remedy:
      "Its routes would be 404. Import RestModule.forRoot({ namespace: 'acme' }) in the root module, and in a test beside the module with the controller: imports: [RestModule.forRoot({ namespace: 'acme' }), ItemsModule].",
  },
  RR1070: {
    title: 'the name of a tool is invalid, or another tool has it',
    remedy:
      "State another name: { tool: { name: 'items_list' } }. By default it is made of the names of the controller and the method.",
  },
  RR1071: {
    title: 'a value class has no signature, although the class that uses it has one',
    remedy:
      'Add the plugin to the build of the package or project that contains the value class (docs/toolchains.md), or state the types of its properties there: @Param({ type }).',
  },
  RR1072: {
    title: 'a route that is a tool sends events, or needs a file',
    remedy:
      'Remove { tool }, or state { tool: false } on a route of a namespace that McpModule includes. A tool has arguments of JSON and one response.',
  },
  RR1073: {
    title: 'publicWrite is stated for a route that is not public, or does not write',
    remedy:
      'Remove publicWrite: it marks a public route with POST, PUT, PATCH or DELETE as intended.',
  },
  RR1074: {
    title: 'a schema as data rejects its own default',
    remedy:
      'The method gets the default as it is. WordPress responds to each request without the argument with 400. Change the default, or add it to the values.',
  },
  RR1075: {
    title: 'guards of another permission decide on a public route',
    remedy:
      'Guards hold for all routes of the class or method to which GuardedBy binds them, as with @UseGuards. State GuardedBy at each route that it is meant for, or move the public route into another controller or method.',
  },
  RR1076: {
    title: 'no guard decides on a route of GuardedBy',
    remedy:
      'State the guard: new GuardedBy(JwtGuard). Without an argument, it needs @UseGuards on the method or its class, or a guard of the application, that is not in cache.uniform. If a decorator below @RestRoute replaces the method, place it above.',
  },
  RR1077: {
    title: 'a decorator of @nestjs/swagger has no effect on a route',
    remedy:
      'Remove it: the signature states parameters, bodies and schemas, the permission states security. Read are texts and tags of @ApiOperation, @ApiTags, @ApiResponse, @ApiHeader, @ApiExtension, @ApiExcludeEndpoint and @ApiExcludeController.',
  },
  RR1078: {
    title: 'no role has the capability of a route, and one has a capability of almost this name',
    remedy:
      "Correct the name. If it is meant, because users have it in user.capabilities, add it to forRoot({ roles }) under a role that no user has: roles: { direct: ['the_capability'] }.",
  },
  RR1079: {
    title: 'idempotent is stated for a route whose responses cannot be repeated',
    remedy:
      'Remove { idempotent }, or state it for POST, PUT, PATCH or DELETE only. The method returns its response as data, not as a stream, and has no files as arguments. A tool sends no header, and must not require it.',
  },
  RR1080: {
    title: 'version is stated for a route whose result has none',
    remedy:
      'Name a property of the result, or state a function of it: { version: (item: Item) => item.updatedAt }. A list has no version. A route with PUT, PATCH or DELETE is not a tool as well, because tools send no If-Match.',
  },
  RR1081: {
    title: 'a route that changes a version cannot compare it',
    remedy:
      'Add a parameter request: RestRequest to the method, and call request.expectVersion(current) before it changes the resource.',
  },
  RR1082: {
    title: 'an AbortSignal is a parameter of something that gets none',
    remedy:
      'Remove the parameter, or take it in the method of a route. A permission is decided before the signal begins.',
  },
  RR1083: {
    title: 'deadline is stated for a method that sends its response itself',
    remedy:
      'Remove { deadline }, or return the response: a 504 takes the place of what the method returns.',
  },
} as const;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
