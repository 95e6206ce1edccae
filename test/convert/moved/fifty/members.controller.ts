import { PickType } from '@nestjs/mapped-types';
import {
  All,
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Redirect,
  Req,
  Res,
} from '@nestjs/common';
import { IsEmail, IsString, Length } from 'class-validator';
import { Public } from './auth.guard.js';
import { SlugPipe } from './slug.pipe.js';

class MemberDto {
  @IsEmail()
  email!: string;

  @IsString()
  @Length(2, 20)
  name!: string;
}

class EmailDto extends PickType(MemberDto, ['email'] as const) {}

class PlaceDto {
  @Length(2, 2)
  country!: string;

  @Length(2, 30)
  city!: string;
}

@Controller('members')
export class MembersController {
  @Get('by-email/:email')
  byEmail(@Param() { email }: EmailDto) {
    return { email };
  }

  @Get('in/:country/:city')
  inPlace(@Param() place: PlaceDto) {
    return place;
  }

  @Patch('by-email/:email')
  change(@Param() { email }: EmailDto, @Body() dto: MemberDto) {
    return { email, dto };
  }

  @Post()
  create(@Body() dto: MemberDto) {
    return dto;
  }

  @Post('check')
  @HttpCode(200)
  @Public()
  check(@Body() dto: MemberDto) {
    return { accepted: dto.name };
  }

  @Get()
  @Public()
  list(@Query('name') name = 'all') {
    return [{ name }];
  }
}

/** A path with a pipe of the application, and its neighbours. */
@Controller('notes')
export class NotesController {
  @Get('latest')
  latest() {
    return { slug: 'latest' };
  }

  @Get(':slug')
  one(@Param('slug', SlugPipe) slug: string) {
    return { slug };
  }

  @Get(':slug/lines')
  lines(@Param('slug') slug: string) {
    return { slug, lines: [] };
  }

  @Post(':slug/lines')
  @Public()
  append(@Param('slug') slug: string, @Body('text') text = '') {
    return { slug, text };
  }

  @Post()
  create(@Query('draft') draft?: string) {
    return { draft };
  }
}

/** What has no counterpart, and its neighbours. */
@Controller('odd')
export class OddController {
  @Get('text')
  text(): string {
    return 'text';
  }

  @Get('go')
  @Redirect('/api/odd/text', 302)
  go() {}

  @Get('sent')
  sent(@Res() response: { send(body: unknown): void }) {
    response.send({ sent: true });
  }

  @All('any')
  any(@Req() { method }: { readonly method: string }) {
    return { method };
  }

  @Get('nothing')
  nothing(): void {}

  @Get('null')
  none(): { id: number } | null {
    return null;
  }

  @Get('number')
  number() {
    return 7;
  }

  @Get(['first', 'second'])
  twice() {
    return { twice: true };
  }

  @Get('whole')
  whole(@Query() query: Record<string, string>) {
    return query;
  }
}
