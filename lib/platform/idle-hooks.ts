import { VersioningType } from '@nestjs/common';

/** What the hooks of Nest's adapters do something with, by the names that both adapters have for it. */
interface AdapterState {
  readonly onRequestHook?: unknown;
  readonly onResponseHook?: unknown;
  readonly corsHook?: unknown;
  readonly securityHook?: unknown;
  readonly isShuttingDown?: boolean;
  readonly versioningOptions?: { readonly type: VersioningType };
}

/**
 * The hooks that Nest's adapters add to each instance, in the versions that are known: their source text, without
 * white space. A hook that is not listed here, or has changed by a letter, counts as one of the application.
 */
const KNOWN: ReadonlySet<string> = new Set([
  '(request,reply,done)=>{if(this.onRequestHook){this.runLifecycleHook(this.onRequestHook,request,reply,done);}else{done();}}',
  '(request,reply,done)=>{if(this.onRequestHook){this.onRequestHook(request,reply,done);}else{done();}}',
  '(request,reply,done)=>{if(this.onResponseHook){this.runLifecycleHook(this.onResponseHook,request,reply,done);}else{done();}}',
  '(request,reply,done)=>{if(this.onResponseHook){this.onResponseHook(request,reply,done);}else{done();}}',
  "(request,reply,done)=>{if(this.return503OnClosing&&this.isShuttingDown){if(request.raw.httpVersionMajor!==2){reply.header('Connection','close');}reply.code(503).send({error:'ServiceUnavailable',message:'ServiceUnavailable',statusCode:503,});}else{done();}}",
  '(request,reply,done)=>{if(!this.corsHook){returndone();}this.corsHook(request,reply,(err)=>{this.copyCorsHeadersToRaw(reply);done(err);});}',
  '(request,reply,done)=>{if(this.securityHook){done(this.securityHook(request,reply.raw));}else{done();}}',
  '(request,reply,done)=>{if(request.is404||this.isRoutableRequestTarget(request.raw.url)){done();}else{reply.callNotFound();}}',
  '(request,_reply,done)=>{if(!this.versionExtractorErrors.has(request.raw)){done();return;}consterr=this.versionExtractorErrors.get(request.raw);this.versionExtractorErrors.delete(request.raw);done(err||newfastify.errorCodes.FST_ERR_SEND_UNDEFINED_ERR());}',
  "(req,res,next)=>{if(this.onResponseHook){res.on('finish',async()=>{try{awaitthis.onResponseHook.apply(this,[req,res]);}catch(err){this.logger.error(err);}});}if(this.onRequestHook){this.runRequestHook(req,res,next);}else{next();}}",
  "(req,res,next)=>{if(this.onResponseHook){res.on('finish',()=>{voidthis.onResponseHook.apply(this,[req,res]);});}if(this.onRequestHook){voidthis.onRequestHook.apply(this,[req,res,next]);}else{next();}}",
]);

/** Whether hooks are those that an adapter of Nest's has added itself. */
export function areOfAdapter(hooks: readonly unknown[]): boolean {
  return hooks.every((hook) => typeof hook === 'function' && KNOWN.has(textOf(hook)));
}

/**
 * Whether the hooks of an adapter change nothing at present. One more of them passes on requests whose target begins
 * with no slash, as paths of the library do.
 */
export function isIdle(adapter: object): boolean {
  const {
    onRequestHook,
    onResponseHook,
    corsHook,
    securityHook,
    isShuttingDown,
    versioningOptions,
  } = adapter as AdapterState;
  return (
    onRequestHook === undefined &&
    onResponseHook === undefined &&
    corsHook === undefined &&
    securityHook === undefined &&
    isShuttingDown !== true &&
    versioningOptions?.type !== VersioningType.CUSTOM
  );
}

function textOf(hook: object): string {
  const source = Function.prototype.toString.call(hook);
  // In the format of CommonJS, an import is a property of its module.
  return source.replaceAll(/\s+|fastify_1\.(?=fastify\.)/g, '');
}
