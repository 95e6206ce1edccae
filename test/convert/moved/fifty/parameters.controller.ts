import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { Caller, IdParam, KeyParam, Language, SortQuery } from './parameters.js';

@Controller('things')
export class ThingsController {
  @Get()
  list(@SortQuery() sort?: string, @Query('q') q?: string) {
    return { sort, q };
  }

  @Get('me')
  me(@Caller() caller: object) {
    return { caller };
  }

  @Get('keys/:key')
  byKey(@KeyParam() key: string) {
    return { key };
  }

  @Get(':id')
  one(@IdParam() id: number, @Language() language: string) {
    return { id, language };
  }

  @Get(':id/of/:owner')
  owned(@IdParam() id: number, @IdParam('owner') owner: number) {
    return { id, owner };
  }

  @Post()
  create(@Body() body: { name: string }, @Caller('name') caller: string) {
    return { name: body.name, caller };
  }

  @Put(':id')
  rename(@IdParam() id: number, @Body('name') name: string) {
    return { id, name };
  }

  @Delete(':id')
  remove(@IdParam() id: number): void {
    if (id === 9) throw new Error('It cannot be removed.');
  }
}
