import ts from 'typescript';

// TypeScript is imported only here. It is an optional peer: only builds need it. A version without
// this interface (TypeScript 7) is rejected here, with a message, instead of by a crash later.
if (typeof ts?.createProgram !== 'function') {
  throw new Error(
    'nestjs-rest-routes: the installed "typescript" has no compiler interface for JavaScript. ' +
      'Install TypeScript 5 or 6 to build with the plugin, or declare parameters by hand: @Param({ name, type }).',
  );
}

export { ts };
