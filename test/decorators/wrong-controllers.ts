import { Body, Controller, Get, Patch, Put, Res, UseGuards } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';

/** What a build refuses, so that no build reads this file: startup refuses it too. */

@RestController('v1')
export class UnnamedPlaceholderController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(): void {}
}

@RestController('v1', '/wrong')
export class WrongBatchController {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { batch: true })
  list(): void {}

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { batch: true })
  send(@Body() _body: unknown, @Res() _response: unknown): void {}
}

@RestController('v1', '/notes', new Capability('edit_notes'))
class NotesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return 'list';
  }

  @RestRoute('', HttpMethod.Post)
  create() {
    return 'created';
  }
}

/** Without the permission of the class above. */
@RestController('v1', '/lax')
export class LaxController extends NotesController {}

/** Plain, with permissions that are none. */
@Controller('dogs')
@UseGuards(PermissionGuard)
export class DogsController {
  @Get()
  list() {
    return ['Rex'];
  }

  @Put()
  @RequirePermission(undefined as never)
  replace() {
    return 'replaced';
  }

  @Patch()
  @RequirePermission({ kind: 'anything' } as never)
  update() {
    return 'updated';
  }
}
