import { BadRequestException, Body, Controller, Get, Post, Query } from '@nestjs/common';

@Controller('authors')
export class AuthorsController {
  @Get()
  list(@Query('name') name?: string, @Query('limit') limit?: number) {
    return { name, limit: limit === undefined ? 10 : Number(limit) };
  }

  @Post()
  create(@Body('name') name: string) {
    if (!name) throw new BadRequestException('A name is needed');
    return { name };
  }

  @Get('failing')
  failing(): object {
    throw new Error('of the database');
  }
}
