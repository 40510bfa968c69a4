package match

import "strings"

// Each line holds given names that are used for each other, the full form first. The table is our own list of common
// English, German, French, Spanish and Slavic short forms; a short form may belong to several lines.
const givenNameLines = `
abigail abby
abraham abe bram
albert al bert bertie
alexander alex alec sandy xander sasha aleksandr alessandro alejandro
alexandra alex sandra sasha lexi
alfred al fred alfie
allison alison ali allie
amanda mandy
andrew andy drew andreas andre andrei
angela angie
anna anne annie ann hannah
anthony tony antonio anton antoine
arthur art artie
barbara barb babs
benjamin ben benny
bernard bernie bernhard
bradley brad
calvin cal
cameron cam
carolyn carol caroline carrie lynn
catherine kate katie kathy cathy cate katherine kathryn kat katharina katrin kathleen
charles charlie chuck chas carlos karl carl
charlotte lottie charlie
christina chris tina christine kristina kirsten kristin
christopher chris kit topher christoph
clifford cliff
cynthia cindy
daniel dan danny daniela
david dave davey
deborah deb debbie debra
dennis denny
donald don donnie
dorothy dot dottie dorothea thea
douglas doug
edward ed eddie ted ned teddy eduard eduardo
elizabeth liz beth lizzie betsy betty eliza lisa elisabeth lisbeth libby
emily em
emmanuel manny manuel emanuel
eric rick erik
eugene gene
francis frank fran franz francois francisco
frances fran frannie francesca
franklin frank
frederick fred freddie friedrich rick fritz
gabriel gabe
gerald gerry jerry
geoffrey geoff jeff
george georg jorge georges
gilbert gil
gregory greg gregor
harold harry hal
henry harry hank heinrich henri enrique
howard howie
isabella bella isabel izzy
jacob jake jakob
jacqueline jackie
james jim jimmy jamie jaime
janet jan
jasper kasper caspar
jeffrey jeff
jennifer jen jenny
jeremy jerry jem
jessica jess jessie
john jack johnny jon johann johannes jean juan hans ivan
jonathan jon johnny nathan
joseph joe joey josef jose giuseppe
joshua josh
judith judy
julia julie jules
katarina kat
kenneth ken kenny
kimberly kim
lawrence larry laurence lars lorenzo
leonard leo len lenny
leslie les
lewis lou louis ludwig luis
lillian lily
louise lou
lucas luke lukas luca
madeline maddie
margaret maggie meg peggy marge margie rita gretchen greta
maria mary marie mia
mark marc marcus marcos markus
martha marty
martin marty
matthew matt matthias mateo
maximilian max maxwell
megan meg
melissa mel missy
melvin mel
michael mike mikey mick mickey michel miguel michail mikhail
michelle shelly
mitchell mitch
nancy nan
nathaniel nate nathan nat
nicholas nick nico nicolas nikolaus klaus nicky nikolai
nicole nicky nikki
norman norm
oliver ollie olivier
olivia liv
pamela pam
patricia pat patty tricia trish
patrick pat paddy
paul pablo paolo pawel
peter pete pedro pierre piotr
philip phil phillip philipp
rachel rae
randall randy randolph
raymond ray
rebecca becca becky
reginald reggie
richard rich rick dick ricky richie ricardo
robert rob bob bobby robbie bert roberto
roderick rod
roger rog
ronald ron ronnie
rosemary rose rosie
russell russ
samantha sam
samuel sam sammy
sarah sally sara
sebastian seb bastian
sidney sid sydney
sophia sophie
stanley stan
stephanie steph
stephen steve steven stefan stephan esteban
stuart stu stewart
susan sue susie suzanne
terence terry terrence
theodore ted theo teddy
theresa terry tess teresa
thomas tom tommy tomas
timothy tim timmy
tobias toby
valerie val
vanessa nessa
victor vic viktor
victoria vicky tori
vincent vince vinny
virginia ginny
walter walt
warren
wendy
wesley wes
william will bill billy willy wilhelm liam guillaume
wolfgang wolf
zachary zach zack
`

// moreGivenNames are common names without short forms: sharing one says little about two people.
const moreGivenNames = `
adam aaron adrian alan alice amy ashley austin brandon brian bryan bruce carla chad chelsea claire craig
curtis cole derek diana diane dylan elena ellen emma erin ethan evan evelyn felix florian gary glenn grace
graham grant harvey heather helen hugh ian jan jane jason jay jill joan joel jordan joyce juan julian justin
karen keith kelly kevin kyle laura lauren lee linda logan luke marco marina mario marion marvin maya megan
melanie mohammed muhammad ali monica natalie neil noah oscar owen paula philippa ralph ravi rita robin rory
ross roy russell ruth ryan sandra scott sean seth shane shannon sharon simon stella tara taylor todd tracy
travis trevor tyler wade wayne yang wei li ming anil sanjay amit priya
`

// nicknames maps a given name to the full forms it may stand for; commonGiven knows every name of the tables.
var nicknames, commonGiven = loadGivenNames()

func loadGivenNames() (map[string][]string, map[string]bool) {
	full, common := map[string][]string{}, wordSet(moreGivenNames)
	for line := range strings.Lines(givenNameLines) {
		ws := strings.Fields(line)
		for _, w := range ws {
			full[w] = append(full[w], ws[0])
			common[w] = true
		}
	}
	return full, common
}

// sameGiven reports whether two folded given names are used for each other.
func sameGiven(a, b string) bool {
	for _, x := range nicknames[a] {
		for _, y := range nicknames[b] {
			if x == y {
				return true
			}
		}
	}
	return false
}
