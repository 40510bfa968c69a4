import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from './fixture'

/** Where these words stand, the model answers nothing that can be used. */
export const stumbles = 'The machine stumbles over these words.'

const key = 'sk-of-the-browser-tests'
const address = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`

/** A server on a free port of loopback. */
async function listening(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

/** Free ports, all at once so that none is given out twice. */
async function freePorts(n: number) {
  const servers = await Promise.all(Array.from({ length: n }, () => listening(createServer())))
  const addresses = servers.map(address)
  for (const server of servers) server.close()
  return addresses
}

/** An OpenAI-compatible model that finds nothing, and stumbles where it is told to. */
function model() {
  return createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      const content = body.includes(stumbles) ? 'Sure! Here is what I found.' : JSON.stringify({ entities: [] })
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          id: 'answer',
          object: 'chat.completion',
          created: 1,
          model: 'scripted',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
        }),
      )
    })
  })
}

/** Tests against a program of their own that reads with a scripted model; it is started once a worker. */
export const test = base.extend<object, { program: string }>({
  program: [
    async ({}, use) => {
      const server = await listening(model())
      const [web, temporal, ui] = await freePorts(3)
      const dir = await mkdtemp(join(tmpdir(), 'mentionary-model-'))
      const url = `http://localhost:${web!.split(':')[1]!}`
      const child = spawn(process.env['MENTIONARY'] ?? '../bin/mentionary', ['run'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          MENTIONARY_LISTEN: web,
          MENTIONARY_TEMPORAL_ADDRESS: temporal,
          MENTIONARY_TEMPORAL_UI: ui,
          MENTIONARY_DATA_DIR: dir,
          MENTIONARY_DEMO: 'false',
          MENTIONARY_MODEL_URL: `http://${address(server)}/v1`,
          MENTIONARY_MODEL_KEY: key,
          MENTIONARY_MODEL_NAME: 'scripted',
        },
      })
      const ended = once(child, 'exit')
      for (
        const until = Date.now() + 90_000;
        Date.now() < until && child.exitCode === null;
        await new Promise(resolve => setTimeout(resolve, 200))
      ) {
        if (
          await fetch(`${url}/api/stats`).then(
            answer => answer.ok,
            () => false,
          )
        )
          break
      }
      await use(url)
      child.kill()
      await ended
      server.close()
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ program }, use) => use(program),
})
