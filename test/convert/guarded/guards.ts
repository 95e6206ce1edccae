import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';

interface OrgRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

function requestOf(context: ExecutionContext): OrgRequest {
  return context.switchToHttp().getRequest<OrgRequest>();
}

/** The organization of the query, if there is one, is that of the user. */
@Injectable()
export class QueryOrgGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, query } = requestOf(context);
    return query['org'] === undefined || query['org'] === headers['x-org'];
  }
}

/** The same of the body. */
@Injectable()
export class BodyOrgGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, body } = requestOf(context);
    return body?.['org'] === undefined || body['org'] === headers['x-org'];
  }
}

const Guarded = () => UseGuards(QueryOrgGuard);

/** Applies a guard through another decorator. */
export const Protected = () => applyDecorators(Guarded());

@UseGuards(QueryOrgGuard)
export abstract class ProtectedController {}
