// Says last, in a few lines each, which browser tests failed and which passed only when they were tried again, and why: what is
// kept of a run's output is often only its end. usage: node summary.mjs report.json (of Playwright's reporter "json")
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const specs = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]

for (const spec of JSON.parse(readFileSync(process.argv[2], 'utf8')).suites.flatMap(specs))
  for (const test of spec.tests)
    if (test.status === 'unexpected' || test.status === 'flaky') {
      const error = test.results.find(result => result.error)?.error
      console.log(
        `${test.status === 'flaky' ? 'FLAKY' : 'FAILED'} [${test.projectName}] ${spec.file}:${spec.line} ${spec.title}`,
      )
      console.log(
        `  at line ${error?.location?.line}: ${stripVTControlCharacters(error?.message ?? '')
          .split('\n')
          .slice(0, 12)
          .join('\n  ')}`,
      )
    }
