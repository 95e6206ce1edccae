import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import {
  Capability,
  HttpMethod,
  RestController,
  RestModule,
  RestRoute,
  type RestRequest,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { ExtractJwt, Strategy } from 'passport-jwt';

/** The authorization server, which signs tokens. */
const ISSUER = 'https://login.example.com';
/** The endpoint of the tools, as clients reach it. */
const RESOURCE = 'https://api.example.com/mcp';
const METADATA = '/.well-known/oauth-protected-resource/mcp';

interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

/** Checks the signature, the issuer, the audience and the time of a token. */
@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: process.env['LOGIN_PUBLIC_KEY'] ?? '',
      algorithms: ['RS256'],
      issuer: ISSUER,
      audience: RESOURCE,
    });
  }

  validate({ sub, roles }: { readonly sub: string; readonly roles: readonly string[] }): User {
    return { id: sub, roles };
  }
}

/** Tells clients where they get a token (RFC 9728). */
@Controller(METADATA)
class MetadataController {
  @Get()
  metadata() {
    return { resource: RESOURCE, authorization_servers: [ISSUER] };
  }
}

@RestController('v1', '/notes')
@UseGuards(AuthGuard('jwt'))
class NotesController {
  /** Lists the notes of the user. */
  @RestRoute('', HttpMethod.Get, new Capability('read_notes'), { tool: true })
  list(request: RestRequest<User>): { of: string } {
    return { of: request.user.id };
  }
}

@Module({
  imports: [
    RestModule.forRoot({ namespace: 'acme', roles: { reader: ['read_notes'] } }),
    McpModule.forRoot({
      name: 'notes',
      version: '1.0.0',
      decorators: [UseGuards(AuthGuard('jwt'))],
      challenge: `Bearer resource_metadata="${new URL(METADATA, RESOURCE).href}"`,
    }),
  ],
  controllers: [MetadataController],
  providers: [NotesController, JwtStrategy],
})
export class NotesModule {}
