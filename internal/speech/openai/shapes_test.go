package openai_test

// What servers answer, in the shapes they were recorded in. The words are ours.
const (
	shapeVerbose = `{"task":"transcribe","language":"german","duration":8.470000267028809,
		"text":"Die Brücke war alt. Niemand ging hinüber.",
		"segments":[{"id":0,"seek":0,"start":0.0,"end":3.319999933242798,"text":" Die Brücke war alt.","tokens":[50364,440],"temperature":0.0,
		"avg_logprob":-0.2860786020755768,"compression_ratio":1.2363636493682861,"no_speech_prob":0.00985979475080967},
		{"id":1,"seek":0,"start":3.319999933242798,"end":6.5,"text":" Niemand ging hinüber.","tokens":[],"temperature":0.0,
		"avg_logprob":-0.2,"compression_ratio":1.2,"no_speech_prob":0.0098}],"usage":{"type":"duration","seconds":9}}`
	shapeWords = `{"task":"transcribe","language":"english","duration":8.47,"text":"The bridge was old. Nobody crossed.","words":[
		{"word":"The","start":0.0,"end":0.23999999463558197},{"word":"bridge","start":0.24,"end":0.8},{"word":"was","start":0.8,"end":1.0},
		{"word":"old","start":1.0,"end":1.5},{"word":"Nobody","start":4.0,"end":4.5},{"word":"crossed","start":4.5,"end":5.1}],
		"usage":{"type":"duration","seconds":9}}`
	shapeDiarized = `{"task":"transcribe","duration":27.4,"text":"Ann Lee: Who built it?\nA: A mason.","segments":[
		{"type":"transcript.text.segment","id":"seg_001","start":0.0,"end":4.7,"text":"Who built it?","speaker":"Ann Lee"},
		{"type":"transcript.text.segment","id":"seg_002","start":4.7,"end":11.8,"text":"A mason.","speaker":"A"}],
		"usage":{"type":"duration","seconds":27}}`
	shapePlain = `{"text":"The bridge was old. Nobody crossed.",
		"usage":{"type":"tokens","input_tokens":14,"output_tokens":45,"total_tokens":59}}`
	shapeCoded   = `{"text":"Nobody crossed.","languages":[{"code":"en"}],"usage":{"type":"duration","seconds":4}}`
	shapeWhisper = `{"task":"transcribe","language":"english","duration":2.4,"text":" Nobody crossed.\n",
		"segments":[{"id":0,"text":" Nobody crossed.",		"start":0.0,"end":2.4,"tokens":[50364],"words":[{"word":" Nobody",
		"start":0.0,"end":0.6,"t_dtw":-1,"probability":0.98},
		{"word":" crossed.","start":0.6,"end":1.1,"t_dtw":-1,"probability":0.97}],"temperature":0.0,"avg_logprob":-0.2,"no_speech_prob":0.01}],
		"detected_language":"english","detected_language_probability":0.99,"language_probabilities":{"en":0.99}}`
	shapeLocalAI = `{"text":"Nobody crossed.","language":"en","duration":2.4,
		"segments":[{"id":0,"start":0.0,"end":2.4,"text":"Nobody crossed.",
		"tokens":null,"words":[{"start":0.0,"end":0.6,"text":"Nobody"},{"start":0.6,"end":1.1,"text":"crossed."}]}],
		"words":[{"start":0.0,"end":0.6,"text":"Nobody"},{"start":0.6,"end":1.1,"text":"crossed."}]}`
	shapeSpeaches = `{"duration":2.4,"language":"en","text":"Nobody crossed.",
		"segments":[{"id":1,"avg_logprob":-0.2,"compression_ratio":0.8,"end":2.4,
		"no_speech_prob":0.01,"seek":0,"start":0.0,"temperature":0.0,"text":" Nobody crossed.","tokens":[50365]}],"usage":null,"words":null}`
	shapeVLLM = `{"duration":"2.4","language":"en","text":" Nobody crossed.",
		"segments":[{"id":0,"avg_logprob":-0.2,"compression_ratio":0.8,"end":2.4,
		"no_speech_prob":null,"seek":0,"start":0.0,"temperature":0.0,"text":" Nobody crossed.","tokens":[50365]}],"words":null}`
)
